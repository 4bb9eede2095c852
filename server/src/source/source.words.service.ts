import { Refusal, type SourceWord } from '@sheaf/contract'
import { type PartFence, partFences, withBody } from '@sheaf/description/fence'
import { type Homes, homesFor, type Lately, nameIn } from '@sheaf/description/homes'
import { pathsOf } from '@sheaf/description/paths'
import { type PartWords, readWords, sourceWords, withNewWords, wordState } from '@sheaf/description/words'
import type { PageFound } from '../access/access.store.ts'
import { covers, type GrantedPage, mustEditPage, type Scope } from '../access/access.ts'
import { storedText } from '../content/page-text.store.ts'
import { bodyOf } from '../content/part-body.ts'
import type { Ctx } from '../context.ts'
import { saveText } from '../page/page.text.service.ts'
import type { ReadChanges } from './parts.worker.ts'
import { type OwnPart, ownPart } from './source.part.store.ts'
import { type Source, sourceById } from './source.store.ts'
import { changesOf } from './source.version.store.ts'
import { keepWords, pathsWritten, wordsOf, wordsOn } from './source.word.store.ts'

const LISTED_MAX = 1000
/** Words for which new places are looked for. */
const HOMES_MAX = 50
const NO_HOMES: Homes = { suggested: '', places: [] }

type PartContent = Parameters<typeof pathsOf>[0]

/** What the present version of a source has added and removed, by the last steps of the paths. */
async function latelyOf({ db }: Pick<Ctx, 'db'>, { source_id, version_id }: Pick<Source, 'source_id' | 'version_id'>): Promise<Lately> {
  const list: ReadChanges['list'] = JSON.parse((await changesOf(db, source_id, version_id)) || '[]')
  const gone = list.filter(({ rule }) => /\.(?:field-)?gone/.test(rule))
  return {
    added: new Set(list.filter(({ rule }) => /\.(?:field-)?new/.test(rule)).map(({ path }) => nameIn(path))),
    gone: new Map(gone.filter(({ rule }) => rule === 'column.gone').map(({ path, before }) => [nameIn(path), before])),
  }
}

/** Finds new places for words without one; `taken` are the places of the page that have words. */
const finder = (lately: Lately) => {
  let left = HOMES_MAX
  const known = new Map<PartContent['body'], ReturnType<typeof pathsOf>>()
  return (current: PartContent, word: { path: string; base: string }, taken: ReadonlySet<string>) => {
    if (left-- <= 0) return NO_HOMES
    const places = known.get(current.body) ?? pathsOf(current)
    known.set(current.body, places)
    return homesFor(word, places, taken, lately)
  }
}
const isHomeless = ({ state }: { state: string }) => state === 'homeless'
const asWord = ({ suggested, places }: Homes) => ({ suggested, homes: places })

/** The words of a source that wait for a person, on pages that the caller can edit. */
export async function waitingWords(ctx: Ctx, source: Source, edits: Scope): Promise<SourceWord[]> {
  const rows = (await wordsOf(ctx.db, source.source_id, LISTED_MAX)).filter(({ cat_id }) => covers(edits, cat_id))
  const bodies = new Map<number, Awaited<ReturnType<typeof bodyOf>>>()
  const found: SourceWord[] = []
  const homeless = rows.filter(isHomeless).slice(0, HOMES_MAX)
  const written = await pathsWritten(ctx.db, [...new Set(homeless.map(({ page_id }) => page_id))])
  const homesOf = homeless.length > 0 ? finder(await latelyOf(ctx, source)) : () => NO_HOMES
  for (const { part_id, body, title, cat_id: _, ...word } of rows) {
    const current = { title, body: bodies.get(part_id) ?? (await bodyOf(body)) }
    bodies.set(part_id, current.body)
    const homes = isHomeless(word) ? homesOf(current, word, written.get(word.page_id) ?? new Set()) : NO_HOMES
    found.push({ ...word, now: sourceWords(current, word.path) ?? '', ...asWord(homes) })
  }
  return found
}

/** The block of the page's own part in its stored text. */
async function ownBlock(ctx: Ctx, page: PageFound): Promise<{ text: string; fence: PartFence; part: OwnPart }> {
  const part = page.is_composed === 1 ? await ownPart(ctx.db, page.page_id) : undefined
  if (!part) throw new Refusal('notFound')
  const text = await storedText(ctx.db, page)
  const fence = partFences(text).find((one) => one.kind === part.kind && one.source === part.source && part.keys.includes(one.key))
  if (!fence) throw new Refusal('notFound')
  return { text, fence, part }
}

/** The words in the block of the page's own part, as they are written, with what the source said then and says now. */
export async function wordsOfPage({ page }: { page: PageFound }, ctx: Ctx) {
  const { fence, part } = await ownBlock(ctx, page)
  const { words, unreadable } = readWords(fence.body)
  const current = { title: part.title, body: await bodyOf(part.body) }
  const known = await wordsOn(ctx.db, page.page_id)
  const found = words.map((word) => {
    const now = sourceWords(current, word.path)
    const base = known.find(({ path, mode }) => path === word.path && mode === word.mode)?.base ?? now ?? ''
    return { ...word, state: wordState(word, base, now), base, now: now ?? '' }
  })
  const source = found.some(isHomeless) ? await sourceById(ctx, part.source_id) : undefined
  const homesOf = source ? finder(await latelyOf(ctx, source)) : () => NO_HOMES
  const taken = new Set(words.map(({ path }) => path))
  const list = found.map((word) => ({ ...word, ...asWord(isHomeless(word) ? homesOf(current, word, taken) : NO_HOMES) }))
  return { version: page.version, source_id: part.source_id, words: list, unreadable }
}

interface WordsChange extends Pick<PartWords, 'path' | 'mode'> {
  /** Undefined removes the words. */
  to: PartWords | undefined
}

/** Saves other words in the block of a page, as a save of the caller. Returns the page. */
async function changeWords(granted: GrantedPage, changes: WordsChange[], ctx: Ctx<'user'>) {
  const { text, fence } = await ownBlock(ctx, granted.page)
  const body = changes.reduce((all, change) => withNewWords(all, change, change.to), fence.body)
  const page_content = withBody(text, fence, body)
  if (page_content === text) return granted.page
  return saveText(granted, page_content, ctx)
}

/** Writes words for one place of the own part of a page; with `isAlone` they are the only ones there. */
export async function saveWords(granted: GrantedPage, { path, mode, words, isAlone }: PartWords & { isAlone: boolean }, ctx: Ctx<'user'>) {
  const { page } = granted
  const part = page.is_composed === 1 ? await ownPart(ctx.db, page.page_id) : undefined
  if (!part) throw new Refusal('notFound')
  const isKnown = sourceWords({ title: part.title, body: await bodyOf(part.body) }, path) !== undefined
  // Words without a place can be removed, too.
  if (!isKnown && words.trim() !== '') throw new Refusal('wordsPath', { path })
  const to = words.trim() === '' ? undefined : { path, mode, words: words.replace(/\r\n?/g, '\n').trim() }
  const other: WordsChange[] = isAlone ? [{ path, mode: mode === 'add' ? 'replace' : 'add', to: undefined }] : []
  return changeWords(granted, [...other, { path, mode, to }], ctx)
}

interface Decision {
  page_id: number
  path: string
  mode: 'replace' | 'add'
  choice: 'ours' | 'theirs' | 'both' | 'drop' | 'new' | 'move'
  words?: string | undefined
  to?: string | undefined
}

function changeOf({ path, mode, choice, words }: Decision, ours: string): WordsChange {
  if (choice === 'both') return { path, mode, to: { path, mode: 'add', words: ours } }
  if (choice === 'new' && words?.trim()) return { path, mode, to: { path, mode, words: words.replace(/\r\n?/g, '\n').trim() } }
  return { path, mode, to: undefined }
}

/** Decides about the words of one page, which is saved at most once. */
export async function decidePage(source: Source, page_id: number, decisions: Decision[], ctx: Ctx<'user'>) {
  const granted = await mustEditPage(ctx, page_id)
  const part = await ownPart(ctx.db, page_id)
  if (part?.source_id !== source.source_id) throw new Refusal('noPermission')
  const { fence } = await ownBlock(ctx, granted.page)
  const written = readWords(fence.body).words
  const changes: WordsChange[] = []
  const body = await bodyOf(part.body)
  for (const decision of decisions) {
    const { path, mode, choice } = decision
    const ours = written.find((word) => word.path === path && word.mode === mode)
    if (!ours) throw new Refusal('wordsPath', { path })
    const now = sourceWords({ title: part.title, body }, path)
    if (choice === 'move') {
      const { to = '' } = decision
      const isFree = sourceWords({ title: part.title, body }, to) !== undefined && !written.some((word) => word.path === to)
      if (!isFree) throw new Refusal('wordsPath', { path: to })
      changes.push({ path, mode, to: undefined }, { path: to, mode, to: { path: to, mode, words: ours.words } })
    } else if (choice === 'ours') await ctx.store.write((trx) => keepWords(trx, { page_id, path, mode }, now, ctx.now()))
    else changes.push(changeOf(decision, ours.words))
  }
  if (changes.length > 0) await changeWords(granted, changes, ctx)
}
