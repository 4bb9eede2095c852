import { Copy } from 'lucide-react'
import { copyText } from '../../lib/copy.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'
import type { FoundUpdate } from './find-update.ts'
import { updateWords } from './update.words.ts'

const lines = {
  git: ['npx sheaf backup', 'git pull', 'npm start'],
  docker: ['docker compose pull', 'git pull && docker compose build', 'docker compose up -d'],
  folder: ['npx sheaf backup', 'npm start'],
}

/** Why not from here, and how else. */
export function UpdateByHand({ found }: { found: FoundUpdate }) {
  const t = useWords(updateWords)
  const text = lines[found.installed_by].join('\n')
  const copy = async () => ((await copyText(text)) ? toast(t.copied) : toast(t.notCopied, 'bad'))
  return (
    <>
      {found.state !== 'ready' && <p>{t[found.state]}</p>}
      <section className="adm-by-hand">
        <h2>{t.byHand}</h2>
        <p>{t[found.installed_by]}</p>
        <div className="adm-lines">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>{text}</pre>
          <IconButton className="s" name={t.copy} onClick={() => void copy()}>
            <Copy className="i" aria-hidden="true" />
          </IconButton>
        </div>
        <p className="muted">{t.backupFirst}</p>
      </section>
    </>
  )
}
