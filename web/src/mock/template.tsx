import { type JsonProblem, jsonProblemMessage } from '@sheaf/contract/json-problem'
import { FileJson, Shuffle, WandSparkles } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { useLanguage, useWords } from '../lib/words.ts'
import { FieldError } from '../ui/forms/form-foot.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { mockWords } from './mock.words.ts'
import { type Example, examplesIn, formatJson, indent, newLine, replaceSelection, withMockRules } from './mock-texts.ts'
import type { MockState } from './state.tsx'

interface MockFromPageProps {
  read: () => string
  onTake: (template: string) => void
}

/** Inserts an example response from the page's code blocks; a menu opens if there are several. */
function MockFromPage({ read, onTake }: MockFromPageProps) {
  const t = useWords(mockWords)
  // The page cannot change while the dialog is open.
  const [examples] = useState(() => examplesIn(read()))
  const take = ({ text }: Example) => onTake(formatJson(text) ?? text)
  const [only] = examples
  const inside = (
    <>
      <FileJson className="i" aria-hidden="true" />
      {t.fromPage}
    </>
  )
  if (examples.length === 1 && only)
    return (
      <button type="button" className="btn small" onClick={() => take(only)}>
        {inside}
      </button>
    )
  return (
    <Menu
      label={t.examples}
      button={(opener) => (
        <button type="button" className="btn small" {...opener}>
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

interface MockTextProps {
  field: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (text: string) => void
  /** The first JSON problem, once it should be shown. */
  problem: JsonProblem | undefined
  tooLong: boolean
  /** Called on Escape, to move the focus out of the field. */
  onLeave: () => void
}

const offsetOf = (text: string, { line, column }: JsonProblem) =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, { length }) => sum + length + 1, 0) +
  column -
  1

/** The template field: plain text with automatic indentation and a message for JSON problems. */
function MockText({ field, value, onChange, problem, tooLong, onLeave }: MockTextProps) {
  const t = useWords(mockWords)
  const language = useLanguage()
  const id = useId()

  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, currentTarget: area, shiftKey, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (key === 'Escape') {
      event.preventDefault()
      return onLeave()
    }
    const { selectionStart: from, selectionEnd: to } = area
    const change = key === 'Tab' ? indent(value, from, to, shiftKey) : key === 'Enter' && !shiftKey ? newLine(value, from, to) : undefined
    if (!change) return
    event.preventDefault()
    if (!replaceSelection(area, change.text, change.from, change.to))
      onChange(value.slice(0, change.from) + change.text + value.slice(change.to))
    const [start, end] = change.select
    requestAnimationFrame(() => area.setSelectionRange(start, end))
  }

  const goThere = () => {
    if (!problem || !field.current) return
    const at = offsetOf(value, problem)
    field.current.focus()
    field.current.setSelectionRange(at, at + 1)
  }

  return (
    <>
      <textarea
        ref={field}
        id={`${id}text`}
        className={problem || tooLong ? 'input mono mk-text err' : 'input mono mk-text'}
        aria-label={t.template}
        aria-invalid={problem !== undefined || tooLong}
        aria-describedby={`${id}help`}
        rows={20}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        placeholder={'{\n  "code": 0,\n  "list|3": [\n    { "id|+1": 1, "name": "@name" }\n  ]\n}'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={keys}
        data-autofocus
      />
      {problem || tooLong ? (
        <FieldError id={`${id}help`}>
          {problem ? t.wrong(jsonProblemMessage(problem, language)) : t.tooLong}
          {problem && (
            <button type="button" className="mk-link" onClick={goThere}>
              {t.show}
            </button>
          )}
        </FieldError>
      ) : (
        <div id={`${id}help`} className="help">
          {t.templateHelp}
        </div>
      )}
    </>
  )
}

interface Props {
  work: MockState
  /** Returns the current text of the page. */
  read: () => string
  /** Called when Escape leaves the field. */
  onLeave: () => void
}

/** The template field with its tools. */
export function MockTemplate({ work, read, onLeave }: Props) {
  const t = useWords(mockWords)
  const language = useLanguage()
  const { field, text, setText, problem, tooLong, put, change } = work
  const vary = () => change(() => JSON.stringify(withMockRules(JSON.parse(text), language), null, 2))
  return (
    <div className="field">
      <div className="mk-head row">
        <span className="label">{t.template}</span>
        <MockFromPage read={read} onTake={put} />
        <button type="button" className="btn small" data-tip={t.varyHelp} onClick={vary}>
          <Shuffle className="i" aria-hidden="true" />
          {t.vary}
        </button>
        <button type="button" className="btn small" onClick={() => change(() => formatJson(text) ?? text)}>
          <WandSparkles className="i" aria-hidden="true" />
          {t.beautify}
        </button>
      </div>
      <MockText {...{ field, problem, tooLong }} value={text} onChange={setText} onLeave={onLeave} />
    </div>
  )
}
