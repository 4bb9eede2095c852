import { FileCode2, FileText } from 'lucide-react'
import { useBoot } from '../../lib/boot.ts'
import { copyText } from '../../lib/copy.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import type { Info } from '../../tree/item-tree.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import type { View } from '../article/view.tsx'
import { pageToolsWords } from './page-tools.words.ts'

async function markdownAt(address: string): Promise<string> {
  const reply = await fetch(address, { headers: { accept: 'text/markdown' } })
  if (!reply.ok) throw new Error(String(reply.status))
  return reply.text()
}

/** The page as Markdown for programs: in the clipboard, or in a tab of its own. */
export function MarkdownEntries({ info, view }: { info: Info; view: View }) {
  const t = useWords(pageToolsWords)
  const { base } = useBoot()
  const address = `${base}${paths.pageMarkdown(info, view.page_id)}`
  const copy = async () => {
    const isCopied = await markdownAt(address).then(copyText, () => false)
    if (isCopied) toast(t.markdownCopied)
    else toast(t.markdownNotCopied, 'bad')
  }
  return (
    <>
      <MenuItem icon={<FileCode2 className="i" aria-hidden="true" />} onSelect={() => void copy()}>
        {t.copyMarkdown}
      </MenuItem>
      <MenuItem icon={<FileText className="i" aria-hidden="true" />} href={address} newTab>
        {t.viewMarkdown}
      </MenuItem>
    </>
  )
}
