import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ApiError } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Form, useForm } from '../forms/form.tsx'
import { Unsaved } from '../frame/leave-question.tsx'
import { useSend } from '../send.ts'
import { uiWords } from '../ui.words.ts'
import { SavedMark } from './block.tsx'
import { useReminder } from './reminder.tsx'

type Values = Record<string, string>

/** The entries of `values` that `keeps` accepts. */
function subset<F extends Values>(values: Partial<F>, keeps: (name: keyof F & string, value: string | undefined) => boolean) {
  const found: Partial<F> = {}
  for (const name in values) if (keeps(name, values[name])) found[name] = values[name]
  return found
}
/** The entries of `next` that differ from `previous`. */
const differences = <F extends Values>(previous: F, next: F) => subset<F>(next, (name, value) => previous[name] !== value)
const hasAny = (changes: object) => Object.keys(changes).length > 0

interface Options<F extends Values> {
  /** The values that the server holds, as the screen shows them. */
  stored: F
  /** Reads these values from the server again. */
  reload: () => Promise<F>
  /** Sends the changed values; `all` has the others too, as the server holds them now. */
  onSave: (changes: Partial<F>, all: F) => Promise<unknown>
  /** The call that `onSave` makes. */
  call: { path: string }
  /** Runs after a save while the form is mounted. */
  onSaved?: (values: F) => unknown
  /** What the fields show after these values were saved: for passwords. */
  shownAfter?: (values: F) => F
  /** The name of the field that an error belongs to. */
  fieldOf?: (error: ApiError) => keyof F | undefined
}

/**
 * A form of settings that sends only what was changed. Another user can change the same settings meanwhile: the form reads them again
 * before it saves, shows what changed elsewhere, and replaces a value that both changed only when the user saves again.
 */
function useSettings<F extends Values>(options: Options<F>) {
  const { stored, reload, onSave, onSaved, call, shownAfter = (values) => values, fieldOf } = options
  const t = useWords(uiWords)
  const form = useForm(stored)
  /** What the server holds as far as this form knows; values on their way count as saved. */
  const [held, setHeld] = useState(stored)
  const [isContested, setContested] = useState(false)
  const now = useRef({ values: stored, held: stored })
  now.current = { values: form.values, held }

  const hold = (values: F) => {
    now.current.held = values
    setHeld(values)
  }
  /** Shows other values of the server in the fields that the user has not changed. */
  const takeOver = (fresh: F) => {
    const { held, values } = now.current
    const theirs = subset<F>(differences(held, fresh), (name) => values[name] === held[name])
    if (!hasAny(theirs)) return
    hold({ ...held, ...theirs })
    form.set(theirs)
  }
  const storedText = JSON.stringify(stored)
  const isSaving = useRef(false)
  useEffect(() => {
    // An answer that was on its way before the save is out of date.
    if (!isSaving.current) takeOver(stored)
  }, [storedText])

  const save = async (values: F) => {
    const changes = differences(now.current.held, values)
    const fresh = await reload()
    const wanted = shownAfter(values)
    const both = subset<F>(differences(now.current.held, fresh), (name, value) => name in changes && wanted[name] !== value)
    takeOver(fresh)
    const { held } = now.current
    setContested(hasAny(both))
    if (hasAny(both)) {
      hold({ ...held, ...both })
      for (const name in both) form.refuse(subset<F>({ ...both, [name]: t.savedElsewhere(both[name] ?? '') }, (one) => one === name))
      return false
    }
    const all = { ...fresh, ...changes }
    hold(all)
    isSaving.current = true
    try {
      await onSave(changes, all)
    } catch (error) {
      hold({ ...all, ...subset<F>(held, (name) => name in changes) })
      throw error
    } finally {
      isSaving.current = false
    }
    const shown = shownAfter(all)
    hold(shown)
    form.set(subset<F>(differences(all, shown), (name) => now.current.values[name] === all[name]))
    return true
  }
  const sending = useSend(save, {
    changes: call,
    // Sections that send the same call read the values again one after the other.
    queue: call.path,
    onDone: (isSaved) => isSaved && onSaved?.(now.current.held),
    onFailed: (error) => {
      const name = fieldOf?.(error)
      if (name === undefined) return
      form.refuse(subset<F>({ ...now.current.values, [name]: error.message }, (one) => one === name))
      form.focus(name)
    },
  })
  const isChanged = hasAny(differences(held, form.values))
  const isFieldError = sending.error !== null && fieldOf?.(sending.error) !== undefined
  const problem = isContested && isChanged ? t.changedElsewhere : isFieldError ? '' : (sending.error?.message ?? '')
  const isSaved = sending.isDone && sending.answer === true && !isChanged
  return { form, isChanged, isBusy: sending.busy, isSaved, problem, send: sending.send }
}

interface Props<F extends Values> extends Options<F> {
  /** Names the settings while they are not saved and out of view. */
  name: string
  /** Switching the tab or section of the same screen unmounts the form. */
  isLostByTab?: boolean
  /** The message after a save, if it is not "Saved". */
  done?: string
  children: ReactNode
}

/** Blocks of settings with one button, which is enabled while something is changed. */
export function SettingsForm<F extends Values>({ name, done, isLostByTab = false, children, ...options }: Props<F>) {
  const t = useWords(uiWords)
  const id = useId()
  const { form, isChanged, isBusy, isSaved, problem, send } = useSettings(options)
  const foot = useReminder(id, name, isChanged)
  useEffect(() => {
    // The settings can have been saved from the foot of the window.
    if (problem) foot.current?.parentElement?.scrollIntoView?.({ block: 'nearest' })
  }, [problem, foot])
  const submit = (values: typeof form.values) => {
    if (isChanged && !isBusy) void send(values)
  }
  return (
    <Form form={form} id={id} className="settings-form" onSubmit={submit}>
      {children}
      <div className="block-foot">
        {problem && (
          <p className="line-note bad" role="alert">
            {problem}
          </p>
        )}
        <div className="row" ref={foot}>
          {/* Not `disabled`: the button keeps the focus after it was pressed. */}
          <button
            type="submit"
            className={isChanged ? 'btn primary' : 'btn'}
            aria-label={t.savePart(name)}
            aria-disabled={!isChanged || isBusy}
          >
            {t.save}
          </button>
          <span className="muted">{isChanged && !isBusy && t.unsaved}</span>
          <span role="status">
            {isBusy ? <span className="muted">{t.saving}</span> : isSaved && <SavedMark>{done ?? t.saved}</SavedMark>}
          </span>
        </div>
      </div>
      <Unsaved when={isChanged} isLostByTab={isLostByTab} />
    </Form>
  )
}
