import type { Answer } from '@sheaf/contract/client'
import { ApiError, api, isError, isNetworkError, requestId, withoutLoginRedirect } from '../lib/api.ts'

export interface Content {
  title: string
  text: string
  cat_id: string
}

/** The newer version that another user saved meanwhile. */
export interface Newer {
  version: string
  author_username: string
  author_name: string
  addtime: string
}

/** That version with its content. */
export interface NewerVersion extends Newer {
  content: Content
}

export type Outcome =
  | { kind: 'saved'; page_id: string; version: string; content: Content }
  | { kind: 'conflict'; newer: Newer }
  | { kind: 'offline' }
  | { kind: 'loggedOut' }
  /** The page was deleted, or the user may no longer edit it: the server does not say which. */
  | { kind: 'gone' }
  | { kind: 'refused'; message: string }

type Row = Answer<'page', 'save'>

/** Converts a page or a stored version to editor content. */
export const contentOf = (row: Pick<Row, 'page_title' | 'page_content' | 'cat_id'>): Content => ({
  title: row.page_title,
  text: row.page_content.replace(/\r\n?/g, '\n'),
  cat_id: row.cat_id,
})

const newerIn = (data: unknown): Newer => {
  const { version = '', author_username = '', author_name = '', addtime = '' } = (data ?? {}) as Record<string, unknown>
  return { version: String(version), author_username: String(author_username), author_name: String(author_name), addtime: String(addtime) }
}

/** Saves without a response whose contents are kept. */
const UNANSWERED_MAX = 20

const sameText = (a: Content, page: { page_title: string; page_content: string }) =>
  a.text === page.page_content && (a.title === page.page_title || !a.title.trim())

/**
 * Saves one page repeatedly. A request without a response may still have reached the server. Therefore a new page keeps its
 * request id until it has a page id. A conflict with the text of one of these requests is not a conflict.
 */
export function createSaver(
  item_id: string,
  start: { page_id: string; version: string; content?: Content },
  /** Further fields of the next request. */
  extra: () => { accepts?: 'all'; is_minor?: '1'; is_checked?: '1' } = () => ({}),
) {
  let { page_id, version } = start
  /** The content of that version, if known. */
  let base = page_id === '0' ? undefined : start.content
  const creating = requestId()
  /** The contents of the last saves without a response since one was stored. Each of them may have reached the server. */
  let unanswered: Content[] = []

  /** The catalog as loaded or last sent. A catalog is sent only if it differs, so that a move by another user is kept. */
  let placed = page_id === '0' ? undefined : start.content?.cat_id

  const send = async (content: Content, over = version): Promise<Row> => {
    const { cat_id, title: page_title, text: page_content } = content
    const place = cat_id === placed ? {} : { cat_id }
    const more = page_id === '0' ? { item_id, request_id: creating } : { request_id: requestId(), base_version: over }
    const row = await api.page.save(withoutLoginRedirect({ page_id, page_title, page_content, ...place, ...more, ...extra() }))
    placed = cat_id
    return row
  }

  const adopt = (row: Row, content: Content) => {
    page_id = row.page_id
    version = row.version
    // The answer has the parts of sources in place of their blocks; the base of the next save has the blocks.
    base = { ...contentOf(row), text: content.text }
    return row
  }

  async function attempt(content: Content, over?: string): Promise<Row> {
    const row = adopt(await send(content, over), content)
    if (unanswered.length === 0 || sameText(content, row)) return row
    // A repeated create request returns the page created by the first one; the text typed since is saved on top.
    return adopt(await send(content), content)
  }

  async function afterConflict(content: Content): Promise<Row | undefined> {
    if (unanswered.length === 0) return undefined
    const page = await api.page.info(withoutLoginRedirect({ page_id, raw: '1' }))
    if (!unanswered.some((sent) => sameText(sent, page))) return undefined
    version = page.version
    base = contentOf(page)
    return adopt(await send(content), content)
  }

  const saved = (row: Row, content: Content): Outcome => {
    unanswered = []
    return { kind: 'saved', page_id, version, content: { ...content, title: content.title.trim() ? content.title : row.page_title } }
  }

  function toOutcome(error: unknown, content: Content): Outcome {
    if (!(error instanceof ApiError)) throw error
    if (isNetworkError(error)) {
      unanswered = [...unanswered.filter((sent) => sent.title !== content.title || sent.text !== content.text), content].slice(
        -UNANSWERED_MAX,
      )
      return { kind: 'offline' }
    }
    if (isError(error, 'versionOutdated')) return { kind: 'conflict', newer: newerIn(error.data) }
    if (isError(error, 'loginInvalid')) return { kind: 'loggedOut' }
    if (page_id !== '0' && isError(error, 'notFound', 'noPermission')) return { kind: 'gone' }
    return { kind: 'refused', message: error.message }
  }

  return {
    /** `over`: the version that the user has seen and wants to overwrite. */
    async save(content: Content, over?: string): Promise<Outcome> {
      try {
        return saved(await attempt(content, over), content)
      } catch (error) {
        const outcome = toOutcome(error, content)
        if (outcome.kind !== 'conflict') return outcome
        const row = await afterConflict(content).catch((retryError) => toOutcome(retryError, content))
        if (!row) return outcome
        return 'kind' in row ? row : saved(row, content)
      }
    },
    /** Sets the base version: that of a restored draft, or the one that a text was merged with. */
    rebase(other: string, content?: Content) {
      if (content || other !== version) base = content
      version = other
    },
    /** The version that the text is based on; its content only if known. */
    origin: () => ({ version, content: base }),
  }
}

export type Saver = ReturnType<typeof createSaver>
