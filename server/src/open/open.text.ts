import type { IncomingHttpHeaders } from 'node:http'
import { errorMessage, errors, type Language, Refusal } from '@sheaf/contract'
import { type InLanguages, inLanguage } from '@sheaf/contract/languages'
import type { GrantedByKeys } from '../access/keys.ts'
import type { Ctx } from '../context.ts'
import { RawResponse } from '../http/encode.ts'
import { languageOf } from '../http/request.ts'
import { type Pushed, push } from './open.page.ts'

const words = {
  en: { done: 'Success', failed: 'Failed: ', left: 'Left out: ' },
  zh: { done: '成功', failed: '失败：', left: '未写入：' },
} satisfies InLanguages<unknown>

/** The language of page headings. Scripts of existing clients send no language and expect Chinese. */
const headingsIn = (headers: IncomingHttpHeaders): Language => (headers['accept-language'] || headers.cookie ? languageOf(headers) : 'zh')

/**
 * The language of the answer. Existing clients search it for Chinese words, and their HTTP libraries send a default Accept-Language.
 * Only clients made for Sheaf send the key pair in headers, so only their language counts.
 */
const answerIn = (headers: IncomingHttpHeaders): Language => (headers['x-api-key'] ? languageOf(headers) : 'zh')

const plain = (text: string) =>
  new RawResponse(Buffer.from(`${text}\n`), { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })

/** Returns the refusal to report. A malformed request keeps its HTTP status and is thrown again (W4). */
const reasonOf = (error: unknown): Refusal => {
  if (error instanceof Refusal && errors[error.error].code >= 1000) return error
  throw error
}

interface Languages {
  answer: Language
  headings: Language
}

/** Answers in plain text instead of the envelope. `work` returns the pages left out, and throws when all were. */
export async function inPlainText({ headers }: Ctx, work: (languages: Languages) => Promise<string[]>): Promise<RawResponse> {
  const languages = { answer: answerIn(headers), headings: headingsIn(headers) }
  const t = inLanguage(words, languages.answer)
  try {
    const failures = await work(languages)
    return plain([t.done, ...failures.map((line) => t.left + line)].join('\n'))
  } catch (error) {
    const { error: name, fill } = reasonOf(error)
    const message = errorMessage(name, languages.answer, fill)
    return plain(name === 'keysWrong' ? message : t.failed + message)
  }
}

/** Pages written concurrently, so that they share commits. */
const PUSH_CONCURRENCY = 8
/** Characters of a title in an error line. */
const TITLE_MAX_CHARS = 60

interface Source {
  title: string
  page: () => Pushed
}

/** Writes a page per source and returns an error line per failure. One failure does not stop the others; throws when all fail. */
export async function pushAll(granted: GrantedByKeys, sources: Source[], language: Language, ctx: Ctx): Promise<string[]> {
  const failures: string[] = []
  let refused: Refusal | undefined
  for (let at = 0; at < sources.length; at += PUSH_CONCURRENCY) {
    const batch = sources.slice(at, at + PUSH_CONCURRENCY)
    const results = await Promise.allSettled(batch.map(async ({ page }) => push(granted, page(), ctx)))
    for (const [n, result] of results.entries()) {
      if (result.status === 'fulfilled') continue
      const reason = reasonOf(result.reason)
      refused ??= reason
      failures.push(`${batch[n]?.title.slice(0, TITLE_MAX_CHARS)}: ${errorMessage(reason.error, language, reason.fill)}`)
    }
  }
  if (refused && failures.length === sources.length) throw refused
  return failures
}
