/** Text as both databases keep it: no NUL, no half of a character. */
export const storableText = (text: string) => (text.includes('\0') ? text.split('\0').join('\uFFFD') : text).toWellFormed()

/** Levels of a JSON text that comes in, and values in all its lists and objects together (S56). */
export const JSON_DEPTH_MAX = 32
export const JSON_VALUES_MAX = 150_000

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x2c, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d]

/** Whether a text is too deep or holds too much, found by one look at its signs: parsing it would cost many times that. */
export function jsonExcess(text: string): 'depth' | 'values' | undefined {
  let [depth, values, isInString] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (isInString) {
      if (sign === BACKSLASH) at++
      else if (sign === QUOTE) isInString = false
    } else if (sign === QUOTE) isInString = true
    else if (sign === OPEN_OBJECT || sign === OPEN_LIST) {
      if (++depth > JSON_DEPTH_MAX) return 'depth'
      if (++values > JSON_VALUES_MAX) return 'values'
    } else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) depth--
    else if (sign === COMMA && ++values > JSON_VALUES_MAX) return 'values'
  }
  return undefined
}

/* Constants of SPEC 9 and SECURITY S56 that both sides need. */
/** The largest id that both databases hold. */
export const ID_MAX = 2_147_483_647
export const isId = (text: string) => /^\d{1,10}$/.test(text) && Number(text) <= ID_MAX
export const NAME_MAX = 255
/** A name or title as it is kept: in one line. Tabs and line ends become a blank, as an export writes them; other blanks stay. */
export const inOneLine = (given: string) =>
  given.replace(/\s+/g, (blanks) => (/[\t-\r\u0085\u2028\u2029]/.test(blanks) ? ' ' : blanks)).trim()
export const DESCRIPTION_MAX = 500
export const COMMENT_MAX = 255
/** Characters of a template of a page or of a mock. */
export const TEMPLATE_CHARS_MAX = 64 * 1024
export const TEMPLATE_TITLE_MAX = 100
/** Templates of one person. */
export const TEMPLATES_MAX = 500
export const MOCK_PATH_MAX = 255
/** Characters of a page, after decoding. */
export const CONTENT_CHARS_MAX = 5 * 1024 * 1024
/** Bytes of a body where a call does not say otherwise. */
export const BODY_BYTES_MAX = 6 * 1024 * 1024
/** The same for a call that needs no account, because any visitor can send it. */
export const VISITOR_BODY_BYTES_MAX = 64 * 1024
/** Bytes of a body that carries page content. */
export const CONTENT_BODY_BYTES_MAX = 32 * 1024 * 1024
/** Levels of catalogs below an item; on the wire they are numbered 2, 3, 4. */
export const CATALOG_LEVELS_MAX = 3
export const DEFAULT_ORDER = 99
/** Pages that page/move takes at a time. */
export const MOVE_PAGES_MAX = 1000
/** Pages that export/pages makes at a time. */
export const EXPORT_PAGES_MAX = 20
/** Days that deleted pages and items are kept. */
export const RECYCLE_DAYS = 30
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** Milliseconds after which a call counts as unanswered, and a loading sign goes. */
export const CALL_TIMEOUT_MS = 20_000
/** 2 to 30 letters, digits, _ - . or Chinese characters (W14). */
export const USERNAME = /^[\p{Script=Han}A-Za-z0-9_.-]{2,30}$/u
export const DOMAIN = /^[A-Za-z0-9]{1,100}$/
/** What item/detail shows in place of a visit password; sent back, it keeps the old one (W13). */
export const PASSWORD_KEPT = '********'
export const ITEM_TYPES = [0, 1, 2, 3, 4] as const
export const SINGLE_PAGE = 2
/** The kind API clients make; it is read here and written there. */
export const API_ITEM = 3
export const SPREADSHEET_ITEM = 4
/** What API clients keep for all pages of an item: lists of rows, and two scripts; characters of each of them. */
export const SHARED_LISTS = ['query', 'body', 'header', 'cookies'] as const
export const SHARED_SCRIPTS = ['preScript', 'postScript'] as const
export const SHARED_CHARS_MAX = 64 * 1024
/** Environments, variables and flows that they keep with an item, characters of a variable, and calls of a flow. */
export const ENVS_MAX = 100
export const VARIABLES_MAX = 1000
export const VARIABLE_CHARS_MAX = 16 * 1024
export const FLOWS_MAX = 500
export const FLOW_PAGES_MAX = 1000
/** Rows that a list answers at most (S77), and pages that can be turned to. */
export const ROWS_MAX = 1000
export const LIST_PAGES_MAX = 1_000_000
/** Characters of what an administrator tells everybody. */
export const MESSAGE_CHARS_MAX = 2000
