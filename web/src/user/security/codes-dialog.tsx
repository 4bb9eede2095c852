import { Copy, Download, Printer } from 'lucide-react'
import { useBoot } from '../../lib/boot.ts'
import { copyText } from '../../lib/copy.ts'
import { longDate } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { save } from '../../ui/download.ts'
import { toast } from '../../ui/toast.tsx'
import { securityWords } from './security.words.ts'

/** Recovery codes. They are shown once, so only the button closes this: neither Escape nor a click outside. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useWords(securityWords)
  const { site, language } = useBoot()
  const account = useAccount()
  const head = t.fileHead(
    account?.username ?? '',
    (site || location.origin).replace(/^https?:\/\//, ''),
    longDate(Date.now() / 1000, language),
  )
  const copy = async () => ((await copyText(codes.join('\n'))) ? toast(t.copied) : toast(t.notCopied, 'bad'))
  const keep = () => {
    const blob = new Blob([`${[head, '', ...codes].join('\n')}\n`], { type: 'text/plain' })
    save({ name: 'sheaf-recovery-codes.txt', blob })
  }
  return (
    <Dialog
      title={t.codesTitle}
      onClose={() => {}}
      actions={
        <button type="button" className="btn primary" onClick={onClose}>
          {t.kept}
        </button>
      }
    >
      <p>{t.codesText}</p>
      <p className="recovery-file">{head}</p>
      <ul className="recovery-list" aria-label={t.recovery}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="recovery-acts">
        <button type="button" className="btn small" onClick={() => void copy()}>
          <Copy className="i" aria-hidden="true" />
          {t.copy}
        </button>
        <button type="button" className="btn small" onClick={keep}>
          <Download className="i" aria-hidden="true" />
          {t.saveFile}
        </button>
        <button type="button" className="btn small" onClick={() => window.print()}>
          <Printer className="i" aria-hidden="true" />
          {t.print}
        </button>
      </div>
    </Dialog>
  )
}
