import { type JsonProblem, jsonProblemMessage } from '@sheaf/contract/json-problem'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { useLanguage, useWords } from '../lib/words.ts'
import { FieldError } from '../ui/forms/wrong.tsx'
import { mockWords } from './mock.words.ts'
import { indent, newLine, typeIn } from './mock-edit.ts'

interface MockTextProps {
  field: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (text: string) => void
  /** The first place that is no JSON, once that is worth saying. */
  problem: JsonProblem | undefined
  tooLong: boolean
  /** Escape leaves the field for what comes next. */
  onLeave: () => void
}

const offsetOf = (text: string, { line, column }: JsonProblem) =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, one) => sum + one.length + 1, 0) +
  column -
  1

/** The template: plain text that helps with indenting and says where it is wrong. */
export function MockText({ field, value, onChange, problem, tooLong, onLeave }: MockTextProps) {
  const t = useWords(mockWords)
  const language = useLanguage()
  const id = useId()

  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, currentTarget: area, shiftKey, ctrlKey, metaKey, altKey, nativeEvent } = event
    if (nativeEvent.isComposing || ctrlKey || metaKey || altKey) return
    if (key === 'Escape') {
      event.preventDefault()
      return onLeave()
    }
    const { selectionStart: from, selectionEnd: to } = area
    const change = key === 'Tab' ? indent(value, from, to, shiftKey) : key === 'Enter' && !shiftKey ? newLine(value, from, to) : undefined
    if (!change) return
    event.preventDefault()
    if (!typeIn(area, change.text, change.from, change.to)) onChange(value.slice(0, change.from) + change.text + value.slice(change.to))
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
