import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../lib/words.ts'
import { tokenWords } from './token.words.ts'

interface Props {
  kind: string
  /** Of a document: its address. */
  client_id: string
  /** For a program that nothing vouches for. */
  otherwise: ReactNode
}

/** What vouches for the name of a connected program: an administrator, or the host that describes it. */
export function Vouched({ kind, client_id, otherwise }: Props) {
  const t = useWords(tokenWords)
  if (kind !== 'given' && kind !== 'document') return otherwise
  return (
    <span className="tag ok">
      <ShieldCheck className="i" aria-hidden="true" />
      {kind === 'given' ? t.given : t.checked(new URL(client_id).host)}
    </span>
  )
}
