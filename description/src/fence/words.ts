import type { ApiCall, ApiContent, ApiField, ApiForm } from '../call/call.ts'
import type { DictionaryView } from '../tables/dictionary.ts'
import { tablePlace, tableSays } from '../tables/words.ts'

/** What a person wrote in the block of a part: words for one place of it, instead of those of the source or below them. */
export interface PartWords {
  /** As written: `body.lines[].quantity`. */
  path: string
  mode: 'replace' | 'add'
  words: string
}

/** Words of one block, and the lines that are no words. */
interface WordsRead {
  words: PartWords[]
  unreadable: string[]
}

/** More words of one block are unreadable. */
const WORDS_MAX = 1000

/** A path ends at its first colon outside of quotes and brackets, and after that of `index:` and `key:`. */
const LINE = /^((?:(?:index|key):(?=[^\s:]))?(?:[^\s:`+()<>]|`[^`]*`|\([^()]*\)|<[^<>]*>)+)(\+?):(?:[ \t]+(.*)|)$/

/** Reads the lines of a block: `path: words`, `path+: words`, or `path: |` with indented lines below. */
export function readWords(body: string): WordsRead {
  const read: WordsRead = { words: [], unreadable: [] }
  const lines = body === '' ? [] : body.split(/\r?\n/)
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n] as string
    if (line.trim() === '') continue
    const [, path, plus = '', text = ''] = LINE.exec(line) ?? []
    if (!path || !(stepsOf(path) ?? tablePlace(path)) || read.words.length >= WORDS_MAX) {
      read.unreadable.push(line)
      continue
    }
    const given: string[] = []
    if (text.trim() !== '|') given.push(text)
    else while (n + 1 < lines.length && /^(?: {2}|[ \t]*$)/.test(lines[n + 1] as string)) given.push((lines[++n] as string).slice(2))
    read.words.push({ path, mode: plus ? 'add' : 'replace', words: given.join('\n').trim() })
  }
  return read
}

/** One step of a path: a name, the media type in parentheses, the alternative in angle brackets. */
export interface Step {
  name: string
  type: string
  form: string
}

const STEP = /^(?:`([^`]*)`|([^`.[\]<>():+\s]+))(?:\(([^()]*)\))?(?:<([^<>]*)>)?(?:\[\])*(?:\.|$)/

/** The steps of a path; undefined for a text that is none. */
export function stepsOf(path: string): Step[] | undefined {
  const steps: Step[] = []
  for (let rest = path; rest !== ''; ) {
    const [whole, quoted, plain = '', type = '', form = ''] = STEP.exec(rest) ?? []
    if (!whole || (whole === rest && whole.endsWith('.'))) return undefined
    steps.push({ name: quoted ?? plain, type, form })
    rest = rest.slice(whole.length)
  }
  return steps.length > 0 ? steps : undefined
}

const places = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const

/** A place of a call that can have words. */
interface Place {
  /** What the source says; undefined for nothing. */
  words: string | undefined
  set: (words: string) => void
}

const described = (holder: { description?: string; wordsOf?: string }): Place => ({
  words: holder.description,
  set(words) {
    delete holder.wordsOf
    holder.description = words
  },
})

function fieldIn(fields: ApiField[] | undefined, steps: Step[], form = ''): ApiField | undefined {
  const [step, ...rest] = steps
  const field = fields?.find((one) => one.name === step?.name && (form === '' || one.only === form))
  return field && rest.length > 0 ? fieldIn(field.fields, rest, step?.form) : field
}

function fieldOf(contents: ApiContent[], first: Step, steps: Step[]): ApiField | undefined {
  for (const content of contents.filter(({ contentType }) => first.type === '' || contentType === first.type)) {
    const form = content.forms?.find(({ name }) => name === first.form)
    const field = (form && fieldIn(form.fields, steps)) ?? fieldIn(content.fields, steps, first.form)
    if (field) return field
    const inForm = first.form === '' && content.forms?.map((one: ApiForm) => fieldIn(one.fields, steps)).find(Boolean)
    if (inForm) return inForm
  }
  return undefined
}

const isDefault = (status: string) => !/^\d/.test(status)

/** The place of a call that a path names; undefined if the call has none. */
export function placeIn(call: ApiCall, path: string): Place | undefined {
  const [first, ...rest] = stepsOf(path) ?? []
  if (!first) return undefined
  if (rest.length === 0 && first.name === 'description') return described(call)
  const list = Object.hasOwn(places, first.name) ? call[places[first.name as keyof typeof places]] : undefined
  if (list) {
    const field = fieldIn(list, rest)
    return field && described(field)
  }
  if (first.name === 'body') {
    if (rest.length > 0) {
      const field = fieldOf(call.bodies ?? [], first, rest)
      return field && described(field)
    }
    return {
      words: call.bodyDescription,
      set(words) {
        call.bodyDescription = words
      },
    }
  }
  const fields = first.name === 'fields' && call.sections?.find(({ anchor }) => anchor === 'fields')
  if (fields && rest.length > 0) {
    const field = fieldOf(fields.contents ?? [], first, rest)
    return field && described(field)
  }
  const response = call.responses?.find(({ status }) => status === first.name || (first.name === 'default' && isDefault(status)))
  if (!response) return undefined
  if (rest.length === 0) return described(response)
  const field =
    rest[0]?.name === 'header' && rest.length > 1 ? fieldIn(response.headers, rest.slice(1)) : fieldOf(response.contents, first, rest)
  return field && described(field)
}

/** A call with the words of people in place, and the words that have no place in it. */
interface WordedCall {
  call: ApiCall
  /** The words for the summary, which is the title of the page in the source; '' without. */
  summary: string
  homeless: PartWords[]
}

/** Puts words into a copy of the call. Words that replace come first, words below them after that, in their order. */
export function withWords(source: ApiCall, words: PartWords[]): WordedCall {
  const call = words.length > 0 ? structuredClone(source) : source
  const homeless: PartWords[] = []
  let summary = ''
  for (const mode of ['replace', 'add'] as const)
    for (const one of words.filter((word) => word.mode === mode)) {
      if (one.path === 'summary') summary = [mode === 'add' ? summary : '', one.words].filter(Boolean).join('\n\n')
      else {
        const place = placeIn(call, one.path)
        if (!place) homeless.push(one)
        else place.set(mode === 'replace' ? one.words : [place.words?.trim(), one.words].filter(Boolean).join('\n\n'))
      }
    }
  return { call, summary, homeless }
}

/** What the source says at a place; undefined if it has no such place. */
export function sourceWords(
  part: { title: string; body: { call: ApiCall } | { markdown: string } | { view: DictionaryView } },
  path: string,
): string | undefined {
  if ('view' in part.body) return tableSays(part.body.view, path)
  if (path === 'summary') return part.title
  if ('markdown' in part.body) return path === 'description' ? part.body.markdown : undefined
  const place = placeIn(part.body.call, path)
  return place && (place.words ?? '')
}

/**
 * What became of words since they were written, when the source said `base`. `moved_on`: the source says something new, and a person
 * decides. `adopted`: the source has taken the words over. `homeless`: the source has no such place any more.
 */
export type WordState = 'same' | 'moved_on' | 'adopted' | 'homeless'

/** Compares words with what the source says `now`. Words below those of the source stay as long as their place is there. */
export function wordState({ mode, words }: PartWords, base: string, now: string | undefined): WordState {
  if (now === undefined) return 'homeless'
  if (mode === 'add' || now.trim() === base.trim()) return 'same'
  return now.trim() === words.trim() ? 'adopted' : 'moved_on'
}

const lineOf = ({ path, mode, words }: PartWords) => {
  const head = `${path}${mode === 'add' ? '+' : ''}:`
  if (!words.includes('\n') && words.trim() !== '|') return `${head} ${words}`
  return [`${head} |`, ...words.split('\n').map((line) => (line === '' ? '' : `  ${line}`))].join('\n')
}

/**
 * The body of a block with other words at one place: `to` replaces those of this path and mode, undefined removes them; new words are the
 * last line. All other lines stay byte for byte as they are.
 */
export function withNewWords(body: string, { path, mode }: Pick<PartWords, 'path' | 'mode'>, to: PartWords | undefined): string {
  const ending = body.includes('\r\n') ? '\r\n' : '\n'
  const lines = body === '' ? [] : body.split(/(?<=\n)/)
  const textOf = (n: number) => (lines[n] as string).replace(/\r?\n$/, '')
  const kept: string[] = []
  let left = to && lineOf(to).replaceAll('\n', ending)
  for (let n = 0; n < lines.length; ) {
    const [, found, plus = '', text = ''] = LINE.exec(textOf(n)) ?? []
    let end = n + 1
    if (found && text.trim() === '|') while (end < lines.length && /^(?: {2}|[ \t]*$)/.test(textOf(end))) end++
    if (found === path && (plus === '+') === (mode === 'add')) {
      if (left !== undefined) kept.push(left + ending)
      left = undefined
    } else kept.push(...lines.slice(n, end))
    n = end
  }
  const all = kept.join('')
  if (left === undefined) return all.replace(/\r?\n$/, '')
  return all === '' || all.endsWith('\n') ? all + left : all + ending + left
}
