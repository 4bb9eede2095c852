/** Text that both databases can store: without NUL and lone surrogates. */
export const storableText = (text: string) => (text.includes('\0') ? text.split('\0').join('\uFFFD') : text).toWellFormed()

/** Nesting depth of a JSON input, and the number of values in all its lists and objects (S56). */
export const JSON_DEPTH_MAX = 32
const JSON_VALUES_MAX = 150_000

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x2c, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d]

/** Checks depth and number of values in one scan over the characters; parsing would cost many times that. */
export function jsonExcess(text: string): 'depth' | 'values' | undefined {
  let [depth, values, isInString] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isInString = false
    } else if (code === QUOTE) isInString = true
    else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (++depth > JSON_DEPTH_MAX) return 'depth'
      if (++values > JSON_VALUES_MAX) return 'values'
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth--
    else if (code === COMMA && ++values > JSON_VALUES_MAX) return 'values'
  }
  return undefined
}

/* Constants of SPEC 9 and SECURITY S56 that server and browser share. */
/** The largest id that both databases can store. */
export const ID_MAX = 2_147_483_647
export const isId = (text: string) => /^\d{1,10}$/.test(text) && Number(text) <= ID_MAX
export const NAME_MAX = 255
export const TOKEN_NAME_MAX = 60
/** Items of a token that is limited to items. */
export const TOKEN_ITEMS_MAX = 100
/** Tokens and connected programs of a user that have not ended. */
export const GRANTS_MAX = 50
export const TOKEN_DAYS_MAX = 366
/** Characters of the query of an authorization request, and redirect addresses of a client. */
export const OAUTH_QUERY_MAX = 8000
export const OAUTH_REDIRECTS_MAX = 10
/** A name or title as it is stored: in one line. Tabs and line breaks become a space, as in exports; other spaces stay. */
export const inOneLine = (given: string) =>
  given.replace(/\s+/g, (blanks) => (/[\t-\r\u0085\u2028\u2029]/.test(blanks) ? ' ' : blanks)).trim()
export const DESCRIPTION_MAX = 500
/** Characters of the reason of a suggestion, and of the note of a decision. */
export const NOTE_MAX = 500
/** Edits of one suggestion or save that are given as old and new text. */
export const EDITS_MAX = 50
export const COMMENT_MAX = 255
/** Characters of a page template or a mock template. */
export const TEMPLATE_CHARS_MAX = 64 * 1024
export const TEMPLATE_TITLE_MAX = 100
/** Templates per user. */
export const TEMPLATES_MAX = 500
export const MOCK_PATH_MAX = 255
/** Characters of a page, after decoding. */
export const CONTENT_CHARS_MAX = 5 * 1024 * 1024
/** Bytes of a body unless the call declares another limit. */
export const BODY_BYTES_MAX = 6 * 1024 * 1024
/** The same for calls without an account, which any visitor can send. */
export const VISITOR_BODY_BYTES_MAX = 64 * 1024
/** Bytes of a body with page content. */
export const CONTENT_BODY_BYTES_MAX = 32 * 1024 * 1024
/** Levels of catalogs in an item; on the wire they are numbered 2, 3, 4. */
export const CATALOG_LEVELS_MAX = 3
export const DEFAULT_ORDER = 99
/** Selected lines of a tree in one request, and pages that one action takes with them. */
export const SELECTED_LINES_MAX = 500
export const SELECTED_PAGES_MAX = 2000
/** Pages per request of page/move. */
export const MOVE_PAGES_MAX = 1000
/** Pages per request of export/pages. */
export const EXPORT_PAGES_MAX = 20
/** Days that deleted pages and items are kept. */
export const RECYCLE_DAYS = 30
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** Timeout of a call in the browser, and the longest time a loading indicator is shown. */
export const CALL_TIMEOUT_MS = 20_000
/** 2 to 30 letters, digits, _ - . or Chinese characters (W14). */
export const USERNAME = /^[\p{Script=Han}A-Za-z0-9_.-]{2,30}$/u
export const DOMAIN = /^[A-Za-z0-9]{1,100}$/
/** Placeholder of item/detail for a visit password; sending it back keeps the password (W13). */
export const PASSWORD_KEPT = '********'
export const ITEM_TYPES = [0, 1, 2, 3, 4] as const
export const SINGLE_PAGE = 2
/** The item type that API clients create and edit; Sheaf only displays it. */
export const API_ITEM = 3
export const SPREADSHEET_ITEM = 4
/** Parameters that API clients store for all pages of an item: lists of rows and two scripts, and the characters of each. */
export const SHARED_LISTS = ['query', 'body', 'header', 'cookies'] as const
export const SHARED_SCRIPTS = ['preScript', 'postScript'] as const
export const SHARED_CHARS_MAX = 64 * 1024
/** Environments, variables and flows per item, characters of a variable, and calls of a flow. */
export const ENVS_MAX = 100
/** Environments of the console per item, and characters of a base address. */
export const CONSOLE_ENVS_MAX = 50
export const BASE_URL_CHARS_MAX = 500
/** A request that this server sends for a reader: bytes of its body and of the answer, and milliseconds. */
export const SEND_BYTES_MAX = 1024 * 1024
export const SEND_ANSWER_BYTES_MAX = 5 * 1024 * 1024
export const SEND_MS = 15_000
export const VARIABLES_MAX = 1000
export const VARIABLE_CHARS_MAX = 16 * 1024
export const FLOWS_MAX = 500
export const FLOW_PAGES_MAX = 1000
/** Proofs per page, characters of one, and results of one report. */
export const PROOFS_MAX = 20
export const PROOF_CHARS_MAX = 500
export const REPORT_MAX = 1000
/** Examples in one answer, and characters of the name of one, with the number that makes it unique. */
export const EXAMPLE_ROWS_MAX = 100
export const EXAMPLE_NAME_MAX = 100
/** Maximum rows per page of a list (S77), and the maximum page number. */
export const ROWS_MAX = 1000
export const LIST_PAGES_MAX = 1_000_000
/** Characters of an announcement. */
export const MESSAGE_CHARS_MAX = 2000
/** Characters of a note to agents, of the administrator's lines in robots.txt, and of the description of the site. */
export const AGENT_NOTE_MAX = 4000
export const ROBOTS_MAX = 4000
export const SITE_DESCRIPTION_MAX = 300

/** Text on one line with at most `max` characters; `…` marks truncation. */
export function oneLine(text: string, max = NAME_MAX): string {
  const line = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length <= max ? line : `${firstChars(line, max - 1)}…`
}

/** The first characters of a text, without the half of a sign that is cut in two, such as an emoji. */
export const firstChars = (text: string, max: number) => (text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, ''))

/** A valid name: the first candidate that is not blank, else `-`. */
export const nameOf = (...candidates: string[]): string =>
  candidates.map((candidate) => oneLine(candidate)).find((name) => name !== '') ?? '-'

/** A description of an API has at most this many bytes, also after decompression. */
export const SOURCE_BYTES_MAX = 24_000_000

/** Characters of a comment, of the quote of a thread as it is sent, and the largest offset in a page's text. */
export const COMMENT_CHARS_MAX = 4000
export const QUOTE_CHARS_MAX = 2000
export const OFFSET_MAX = 2_000_000_000
/** Threads of a page, and replies of a thread. */
export const THREADS_MAX = 500
export const REPLIES_MAX = 200
/** Characters of all comments of a page, because a page has one list of them. */
export const PAGE_COMMENTS_CHARS_MAX = 1_000_000
/** Why a page was not helpful. */
export const FEEDBACK_REASONS = ['outdated', 'wrong', 'unclear', 'missing'] as const
/** Characters of a note, and of the answer to it. */
export const FEEDBACK_NOTE_MAX = 1000
export const CLIENT_ID_MAX = 200
/** Characters of a note to a request for access, and of the answer. */
export const ASK_NOTE_MAX = 300
/** Open requests of a person, and those that they can send in a day. */
export const ASKS_OPEN_MAX = 20
export const ASKS_A_DAY = 5
/** Places that a person can watch. */
export const WATCHES_MAX = 2000
/** Characters of the token of an unsubscribe link. */
export const WATCH_TOKEN_MAX = 400
/** Characters of the note of a verification, days of a period, and pages and catalogs that get a steward at once. */
export const REVIEW_NOTE_MAX = 300
export const REVIEW_DAYS_MAX = 1825
export const REVIEW_SUBJECTS_MAX = 500
