import { FileJson } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../lib/words.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { mockWords } from './mock.words.ts'
import { type Example, examplesIn } from './mock-examples.ts'
import { pretty } from './mock-pretty.ts'

interface MockFromPageProps {
  read: () => string
  onTake: (template: string) => void
}

/** Takes the example answer out of the page's code blocks; of several the one that is chosen. */
export function MockFromPage({ read, onTake }: MockFromPageProps) {
  const t = useWords(mockWords)
  // Nobody writes in the page while a dialog stands before it.
  const [examples] = useState(() => examplesIn(read()))
  const take = ({ text }: Example) => onTake(pretty(text) ?? text)
  const [only] = examples
  const inside = (
    <>
      <FileJson className="i" aria-hidden="true" />
      {t.fromPage}
    </>
  )
  if (examples.length === 1 && only)
    return (
      <button type="button" className="btn s" onClick={() => take(only)}>
        {inside}
      </button>
    )
  return (
    <Menu
      label={t.examples}
      button={(opener) => (
        <button type="button" className="btn s" {...opener}>
          {inside}
        </button>
      )}
    >
      {examples.length ? (
        <div className="mk-examples">
          {examples.map((example, at) => (
            <MenuItem key={`${at + 1}`} onSelect={() => take(example)}>
              <span className="cut">
                {example.label}
                <small className="mono cut">{example.text.replace(/\s+/g, ' ').slice(0, 80)}</small>
              </span>
            </MenuItem>
          ))}
        </div>
      ) : (
        <div className="mk-none">
          <b>{t.noExamples}</b>
          {t.noExamplesText}
        </div>
      )}
    </Menu>
  )
}
