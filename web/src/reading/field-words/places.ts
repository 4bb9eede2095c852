import type { Answer } from '@sheaf/contract/client'
import { reveal } from '../article/links.ts'

export type Word = Answer<'source', 'words'>['words'][number]

/** A place of the call on the page that people can write about, and the element that shows it. */
export interface Place {
  path: string
  element: HTMLElement
  /** The nearest named schema above it, and the place in it; '' for none. */
  schema: string
  inside: string
  /** The schema whose page has the words that it shows; '' for none. */
  from: string
}

type Schema = Answer<'source', 'words'>['schemas'][number]

/** The page whose words a place can show everywhere its schema is used; none for words that are those of an outer schema. */
export const schemaOf = (schemas: Schema[], { schema, from }: Place) =>
  schema !== '' && (from === '' || from === schema) ? schemas.find((one) => one.schema === schema) : undefined

/** Arrays and quotes do not distinguish places: `body.lines.sku` and `body.lines[].sku` are the same. */
const plain = (path: string) => path.replace(/\[\]|`/g, '')

export const wordsAt = (words: Word[], path: string) => words.filter((word) => plain(word.path) === plain(path))

/** The name of a place in a sentence: its path, apart from what the whole page describes. */
export const nameOf = (path: string, t: { table: string; database: string; whole: string }) =>
  path === 'table' ? t.table : path === 'overview' ? t.database : path === 'description' ? t.whole : path

/** The places of the page's own call or table. Fields that are shown twice, as in a response for two statuses, have different paths. */
export function placesIn(root: HTMLElement): Place[] {
  const all = root.querySelectorAll<HTMLElement>('.call .param, .call .spot')
  return [...all].flatMap((element) => {
    const path = element.dataset['words'] ?? element.id
    const { schema = '', inside = '', from = '' } = element.dataset
    return path ? [{ path, element, schema, inside, from }] : []
  })
}

const PENCIL =
  '<svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M21.2 6.8a1 1 0 0 0-4-4L3.8 16.2a2 2 0 0 0-.5.8l-1.3 4.4a.5.5 0 0 0 .6.6l4.4-1.3a2 2 0 0 0 .8-.5zM15 5l4 4"/></svg>'

interface Texts {
  /** The name of the button of a place, which has words of people or none. */
  name: (path: string, hasWords: boolean) => string
  /** What an editor sees when the pointer is on the button. */
  tip: (word: Word | undefined) => string
}

/**
 * Puts the button of a place where it moves no text: at the right of a field, or at the end of what is in front of a place without an
 * anchor. Otherwise the place shows the button with its name.
 */
function put(button: HTMLButtonElement, element: HTMLElement) {
  const field = element.querySelector(':scope > .phead')
  const invite = element.dataset['invite']
  if (field && invite) {
    button.classList.add('invite')
    button.append(invite)
    button.setAttribute('aria-label', `${invite}: ${button.dataset['write'] ?? ''}`)
  }
  if (field) return field.append(button)
  const before = element.previousElementSibling
  const anchor = before?.matches('h2, h3') ? before.querySelector(':scope > .anc') : before?.querySelector(':scope > [data-act="copy"]')
  if (anchor) return anchor.before(button)
  if (before?.matches('p')) return before.append(button)
  element.hidden = false
  button.append(button.getAttribute('aria-label') ?? '')
  element.append(button)
}

/** Puts a button into each place. The returned function removes them. */
export function addPencils(places: Place[], words: Word[], texts: Texts): () => void {
  const added: HTMLElement[] = []
  for (const { path, element, schema, from } of places) {
    const [word] = wordsAt(words, path)
    const hasWords = word !== undefined || (from !== '' && from === schema)
    const button = document.createElement('button')
    button.type = 'button'
    button.dataset['write'] = path
    button.className = hasWords ? `pencil ours ${word?.state ?? ''}`.trim() : 'pencil'
    button.innerHTML = PENCIL
    button.setAttribute('aria-label', texts.name(path, hasWords))
    button.title = texts.tip(word)
    put(button, element)
    added.push(button)
  }
  return () => {
    for (const button of added) button.remove()
  }
}

/** Shows editors whose words a place shows, with a link to their page. The returned function removes it. */
export function addOrigins(places: Place[], schemas: Schema[], text: string, addressOf: (page: Schema) => string): () => void {
  const added: HTMLElement[] = []
  for (const { element, from } of places) {
    const words = element.querySelector(':scope > .words')
    if (!from || !words) continue
    const line = document.createElement('p')
    line.className = 'fw-from'
    const page = schemas.find((one) => one.schema === from && one.page_id !== '0')
    const name = document.createElement(page ? 'a' : 'span')
    if (page) name.setAttribute('href', addressOf(page))
    name.textContent = from
    line.append(`${text} `, name)
    words.after(line)
    added.push(line)
  }
  return () => {
    for (const line of added) line.remove()
  }
}

/** Shows the form below the name and the words of its place, above the fields in it. The returned function removes it. */
export function showForm(form: HTMLElement, { element }: Place): () => void {
  const before = element.querySelector(':scope > .quiet, :scope > .values, :scope > .within')
  if (before) before.before(form)
  else element.append(form)
  const isHidden = element.hidden
  element.hidden = false
  return () => {
    form.remove()
    element.hidden = isHidden
  }
}

/** Sets the focus on the button of a place, after everything that hides it is opened. */
export function focusPencil(root: HTMLElement, path: string) {
  const button = root.querySelector<HTMLElement>(`[data-write="${CSS.escape(path)}"]`)
  if (!button) return
  reveal(button)
  button.focus()
}
