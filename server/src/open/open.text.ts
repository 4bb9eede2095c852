import type { IncomingHttpHeaders } from 'node:http'
import { errorMessage, errors, type Language, Refusal } from '@sheaf/contract'
import type { ItemHead } from '../access/access.store.ts'
import type { Ctx } from '../context.ts'
import { Sent } from '../http/encode.ts'
import { languageOf } from '../http/headers.ts'
import { type Pushed, push } from './open.page.ts'

const words = {
  en: { done: 'Success', failed: 'Failed: ', left: 'Left out: ' },
  zh: { done: '成功', failed: '失败：', left: '未写入：' },
} satisfies Record<Language, unknown>

/** The headings of a page. Scripts of existing clients name no language, and expect Chinese. */
const headingsIn = (headers: IncomingHttpHeaders): Language => (headers['accept-language'] || headers.cookie ? languageOf(headers) : 'zh')

/**
 * Existing clients look for the Chinese words, and their libraries name languages that nobody chose. A request with the pair in its
 * headers is of a client made for us, and means the language it names.
 */
const answerIn = (headers: IncomingHttpHeaders): Language => (headers['x-api-key'] ? languageOf(headers) : 'zh')

const plain = (text: string) =>
  new Sent(Buffer.from(`${text}\n`), { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })

/** Why a request got nowhere; what is wrong with it as such keeps its status and is thrown on (W4). */
const reasonOf = (error: unknown): Refusal => {
  if (error instanceof Refusal && errors[error.error].code >= 1000) return error
  throw error
}

interface Languages {
  answer: Language
  headings: Language
}

/** Answers in words instead of the envelope; `work` says what was left out, and fails when that is all of it. */
export async function inPlainText({ headers }: Ctx, work: (languages: Languages) => Promise<string[]>): Promise<Sent> {
  const languages = { answer: answerIn(headers), headings: headingsIn(headers) }
  const t = words[languages.answer]
  try {
    const left = await work(languages)
    return plain([t.done, ...left.map((line) => t.left + line)].join('\n'))
  } catch (error) {
    const { error: name, fill } = reasonOf(error)
    const said = errorMessage(name, languages.answer, fill)
    return plain(name === 'keysWrong' ? said : t.failed + said)
  }
}

/** Pages on the way at a time; they share commits. */
const PUSH_CONCURRENCY = 8
/** Characters of a title in a line about it. */
const TITLE_MAX_CHARS = 60

interface Source {
  title: string
  page: () => Pushed
}

/** Writes a page of each; one that cannot be written is named and keeps back no other. Refused when none could. */
export async function pushAll(item: ItemHead, sources: Source[], language: Language, ctx: Ctx): Promise<string[]> {
  const left: string[] = []
  let refused: Refusal | undefined
  for (let at = 0; at < sources.length; at += PUSH_CONCURRENCY) {
    const some = sources.slice(at, at + PUSH_CONCURRENCY)
    const ends = await Promise.allSettled(some.map(async ({ page }) => push(item, page(), ctx)))
    for (const [n, end] of ends.entries()) {
      if (end.status === 'fulfilled') continue
      const reason = reasonOf(end.reason)
      refused ??= reason
      left.push(`${some[n]?.title.slice(0, TITLE_MAX_CHARS)}: ${errorMessage(reason.error, language, reason.fill)}`)
    }
  }
  if (refused && left.length === sources.length) throw refused
  return left
}
