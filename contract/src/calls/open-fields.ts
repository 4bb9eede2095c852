import { write } from '../call.ts'
import { countOrNone, idOr0, keys, name, order, text } from '../fields.ts'
import { CONTENT_BODY_BYTES_MAX, NAME_MAX } from '../limits.ts'
import { CatalogRow } from './catalog.ts'
import { PageRow } from './page.ts'

/** Names of catalogs from the top, joined by "/"; `cat_name_sub` is one more below them, as older clients send it. */
export const path = { cat_name: text(4 * NAME_MAX), cat_name_sub: text(4 * NAME_MAX) }

/** Makes the page of this title in this catalog, or gives it a new text; the same text again changes nothing. */
export const pushPage = write(
  'visitor',
  { ...path, page_title: text(1000), title: text(1000), page_content: text(CONTENT_BODY_BYTES_MAX), s_number: order, ...keys },
  PageRow,
  { body: CONTENT_BODY_BYTES_MAX },
)

/** Catalogs and pages by number, as clients call them that keep the numbers; the item is that of the pair, and no other may be named. */
const ofItem = { item_id: idOr0, ...keys }

/** One of this name in this place is answered as it is. */
export const insertCatalog = write('visitor', { ...ofItem, cat_name: name(), parent_cat_id: idOr0, s_number: order }, CatalogRow)

/** Without a page_id the page of this title in this catalog, new or with a new text; without a cat_id a page stays where it is. */
export const editPage = write(
  'visitor',
  {
    ...ofItem,
    page_id: idOr0,
    cat_id: countOrNone,
    page_title: text(1000),
    page_content: text(CONTENT_BODY_BYTES_MAX),
    s_number: order,
  },
  PageRow,
  { body: CONTENT_BODY_BYTES_MAX },
)
