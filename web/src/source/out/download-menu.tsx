import { ChevronDown, Download, FileCode, FileText, Layers } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { receive, save } from '../../ui/download.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { outWords } from './out.words.ts'

const forms = [
  { form: 'source', Icon: FileCode },
  { form: 'words', Icon: FileText },
  { form: 'overlay', Icon: Layers },
] as const

/**
 * Downloads a source as it was received, with the words of people, or these words alone. A database has no form for words. Leaving the
 * screen ends it.
 */
export function DownloadMenu({ source: { source_id, kind } }: { source: { source_id: string; kind: string } }) {
  const t = useWords(outWords)
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const help = { source: t.sourceHelp, words: t.wordsHelp, overlay: t.overlayHelp }
  const download = async (form: (typeof forms)[number]['form']) => {
    const ending = new AbortController()
    running.current = ending
    setBusy(true)
    try {
      const file = await receive('source/export', { source_id, form, format: '' }, ending.signal, t.lost)
      save(file)
      toast(t.done(file.name), 'ok')
    } catch (error) {
      if (ending.signal.aborted) return
      toast(t.failed, 'bad', { detail: (error as Error).message })
    }
    setBusy(false)
  }
  return (
    <Menu
      label={t.menu}
      button={(opener) => (
        <button type="button" className="btn" aria-busy={isBusy} disabled={isBusy} {...opener}>
          <Download className="i" aria-hidden="true" />
          {isBusy ? t.busy : t.open}
          <ChevronDown className="i" aria-hidden="true" />
        </button>
      )}
    >
      <div className="src-out">
        {forms.slice(0, kind === 'database' ? 1 : undefined).map(({ form, Icon }) => (
          <MenuItem key={form} icon={<Icon className="i" aria-hidden="true" />} onSelect={() => void download(form)}>
            <span>
              {t[form]}
              <small>{help[form]}</small>
            </span>
          </MenuItem>
        ))}
      </div>
    </Menu>
  )
}
