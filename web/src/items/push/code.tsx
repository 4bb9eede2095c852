import './push.css'
import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import { useWords } from '../../lib/words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { pushWords } from './push.words.ts'

/** A token of code with its kind. */
type Mark = [kind: 'plain' | 'string' | 'comment' | 'tag', text: string]

/** Comment lines, quoted strings and tags of documentation comments: enough for the scripts shown here. */
const TOKEN = /^[ \t]*#.*$|'[^'\n]*'|"[^"\n]*"|(?<=^ \* )@\w+/gm

const kindOf = (text: string): Mark[0] => (text.startsWith('@') ? 'tag' : /^\s*#/.test(text) ? 'comment' : 'string')

export function marksIn(code: string): Mark[] {
  const marks: Mark[] = []
  let end = 0
  for (const { 0: text, index } of code.matchAll(TOKEN)) {
    if (index > end) marks.push(['plain', code.slice(end, index)])
    marks.push([kindOf(text), text])
    end = index + text.length
  }
  if (end < code.length) marks.push(['plain', code.slice(end)])
  return marks
}

const COPIED_SHOWN_MS = 1500

/** Without it, Windows PowerShell 5 reads a script in the system's legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

function save(file: string, text: string) {
  const whole = file.endsWith('.ps1') ? BYTE_ORDER_MARK + text.replaceAll('\n', '\r\n') : text
  const address = URL.createObjectURL(new Blob([whole], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), { href: address, download: file }).click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

interface Props {
  name: string
  text: string
  /** The text to copy and download, if it differs from the shown text. */
  whole?: string
  /** File name for the download; without it no download is offered. */
  file?: string
}

/** A code block to copy or download. */
export function PushCode({ name, text, whole = text, file }: Props) {
  const t = useWords(pushWords)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(whole))) return toast(t.notCopied, 'bad')
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
  }
  return (
    <figure className="code push-code">
      <figcaption className="ch">
        <span className="grow cut">{name}</span>
        {file && (
          <IconButton name={t.download(file)} onClick={() => save(file, whole)}>
            <Download className="i" aria-hidden="true" />
          </IconButton>
        )}
        <IconButton name={copied ? t.copied : t.copy} onClick={() => void copy()}>
          {copied ? <Check className="i" aria-hidden="true" /> : <Copy className="i" aria-hidden="true" />}
        </IconButton>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre className="scroll" tabIndex={0}>
        <code>
          {marksIn(text).map(([kind, part], at) =>
            kind === 'plain' ? (
              part
            ) : (
              <span key={at} className={`push-${kind}`}>
                {part}
              </span>
            ),
          )}
        </code>
      </pre>
    </figure>
  )
}
