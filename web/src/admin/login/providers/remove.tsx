import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useNavigate } from '../../../lib/navigation/provider.tsx'
import { useWords } from '../../../lib/words.ts'
import { useConfirmed } from '../../../ui/confirm/confirmed.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useSend } from '../../../ui/send.ts'
import { Block } from '../../../ui/settings/block.tsx'
import type { Provider } from '../../list.tsx'
import { providersAddress } from './kinds.ts'
import { providerWords } from './providers.words.ts'

/** Deletes a provider, and says before how many accounts are unlinked by it. */
export function RemoveProvider({ provider }: { provider: Provider }) {
  const t = useWords(providerWords)
  const go = useNavigate()
  const { provider_id, name } = provider
  const linked = Number(provider.linked)
  const [isAsking, setAsking] = useState(false)
  const [confirmed, question] = useConfirmed()
  // After a refusal because of accounts that were linked meanwhile, the dialog shows their number.
  const remove = useSend((unlink: string) => confirmed(() => api.adminProvider.delete({ provider_id, unlink })), {
    changes: api.adminProvider.delete,
    done: t.removed(name),
  })
  const run = async () => {
    await remove.send(linked > 0 ? '1' : '0')
    go(providersAddress(), { replace: true })
  }
  return (
    <Block title={t.remove} about={t.removeAbout}>
      <button type="button" className="btn danger" onClick={() => setAsking(true)}>
        {t.removeButton}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t.removeTitle(name)}
          action={linked > 0 ? t.unlinkDo(linked) : t.removeDo}
          danger
          onConfirm={run}
          onClose={() => setAsking(false)}
        >
          {linked > 0 ? t.removeLinked(linked) : t.removeText}
        </ConfirmDialog>
      )}
      {question}
    </Block>
  )
}
