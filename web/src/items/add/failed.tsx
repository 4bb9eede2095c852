import { ProxyTooLarge } from '../../lib/upload.ts'
import { useWords } from '../../lib/words.ts'
import { addItemWords } from './add-item.words.ts'

/** Why a file was not imported, in the server's words, and another try. */
export function ImportFailed({ file, error, onAgain }: { file: File; error: Error; onAgain: () => void }) {
  const t = useWords(addItemWords)
  return (
    <p className="line-note bad" role="alert">
      <span>
        {file.name}: {error instanceof ProxyTooLarge ? t.frontTooLarge : error.message}
      </span>
      <button type="button" onClick={onAgain}>
        {t.tryAgain}
      </button>
    </p>
  )
}
