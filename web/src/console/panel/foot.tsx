import { Copy, Send, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useControlKey } from '../../lib/control-key.ts'
import { copyText } from '../../lib/copy.ts'
import { useWords } from '../../lib/words.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { consoleWords } from '../console.words.ts'
import { hostOf } from './environment.ts'
import type { Console, Lack } from './use-console.ts'

function useLackText() {
  const t = useWords(consoleWords)
  return (lack: Lack) => lack && (lack.kind === 'path' ? t.missingPath(lack.names) : t.missingVariables(lack.names))
}

const SECOND_MS = 1000

/** Whole seconds since the request was sent; 0 within the first one and without a request. */
function useSeconds(isSending: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    setSeconds(0)
    if (!isSending) return
    const timer = setInterval(() => setSeconds((before) => before + 1), SECOND_MS)
    return () => clearInterval(timer)
  }, [isSending])
  return seconds
}

/** Send, and the request as a command; always in reach. */
export function Foot({ state }: { state: Console }) {
  const t = useWords(consoleWords)
  const textOf = useLackText()
  const control = useControlKey()
  const { lack, isSending, isCancelled, isByServer, environment } = state
  const seconds = useSeconds(isSending)
  const copy = async (isWithValues: boolean) => {
    const isCopied = await copyText(state.curl(isWithValues))
    toast(isCopied ? t.copied : t.notCopied, isCopied ? 'ok' : 'bad')
  }
  const host = hostOf(environment?.base_url ?? '')
  const sender = isByServer ? t.byServer(host) : t.fromHere(host)
  const text = lack ? textOf(lack) : isSending ? t.sending : isCancelled ? t.cancelled : sender
  return (
    <div className="try-foot">
      {isSending ? (
        <button type="button" className="btn" onClick={state.cancel}>
          <X className="i" aria-hidden="true" />
          {t.cancel}
        </button>
      ) : (
        <button type="button" className="btn primary" onClick={() => void state.send()}>
          <Send className="i" aria-hidden="true" />
          {t.send}
        </button>
      )}
      <span className="kbd" aria-hidden="true">
        {control}↵
      </span>
      <span className={lack ? 'try-note bad' : 'try-note'} role="status">
        {text}
      </span>
      {seconds > 0 && (
        <span className="try-seconds" aria-hidden="true">
          {t.seconds(seconds)}
        </span>
      )}
      <Menu
        label={t.curlAs}
        button={(opener) => (
          <button type="button" className="btn quiet small" {...opener}>
            <Copy className="i" aria-hidden="true" />
            {t.curl}
          </button>
        )}
      >
        <MenuItem onSelect={() => void copy(false)}>{t.curlSafe}</MenuItem>
        <MenuItem onSelect={() => void copy(true)}>{t.curlWhole}</MenuItem>
      </Menu>
    </div>
  )
}
