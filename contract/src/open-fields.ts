import { write } from './call.ts'
import { keys, order, text } from './fields.ts'
import { CONTENT_BODY_MAX, NAME_MAX } from './limits.ts'
import { PageRow } from './page.ts'

/** Names of catalogs from the top, joined by "/"; `cat_name_sub` is one more below them, as older clients send it. */
export const path = { cat_name: text(4 * NAME_MAX), cat_name_sub: text(4 * NAME_MAX) }

/** Makes the page of this title in this catalog, or gives it a new text; the same text again changes nothing. */
export const pushPage = write(
  'visitor',
  { ...path, page_title: text(1000), title: text(1000), page_content: text(CONTENT_BODY_MAX), s_number: order, ...keys },
  PageRow,
  { body: CONTENT_BODY_MAX },
)
