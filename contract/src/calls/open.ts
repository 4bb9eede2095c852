import * as z from 'zod'
import { read, write } from '../call.ts'
import { bytes, date, digits, id, idOr0, keys, name, order, text, textOrNone } from '../fields.ts'
import { CONTENT_BODY_BYTES_MAX, CONTENT_CHARS_MAX } from '../limits.ts'
import { CatalogRow } from './catalog.ts'
import { Menu, path, pushPage } from './item.ts'
import { PageRow } from './page.ts'
import { openSource } from './source.ts'
import { openTruth } from './truth.ts'

/** Source code with comments that describe API calls. Returns one line of text, as existing scripts expect. */
const generate = write('visitor', { content: text(CONTENT_CHARS_MAX), ...keys }, bytes, { body: CONTENT_BODY_BYTES_MAX })

/** Calls for programs with the API key and token of an item (S96). They access that item only, regardless of the ids sent. */
export const open = {
  updatePage: pushPage,
  updateItem: pushPage,
  /** By id, or by title: the oldest page with that title. */
  getPage: read('visitor', { page_id: idOr0, page_title: text(1000), ...keys }, PageRow.extend({ addtime: date })),
  deletePage: write('visitor', { page_id: id, ...keys }, z.object({ page_id: digits })),
  /** The menu in the format of item/info. */
  getCatalogTree: read('visitor', keys, Menu),
  /** An existing catalog with this name and parent is returned unchanged. */
  createCatalog: write('visitor', { cat_name: name(), parent_cat_id: idOr0, s_number: order, ...keys }, CatalogRow),
  updateCatalog: write('visitor', { cat_id: id, cat_name: textOrNone(), s_number: order, ...keys }, CatalogRow),
  deleteCatalog: write('visitor', { cat_id: id, ...keys }, z.object({ cat_id: digits })),
  /** Multipart `file`. */
  uploadAttachment: write('visitor', { page_id: idOr0, ...keys }, z.object({ url: z.string(), file_id: digits, sign: z.string() }), {
    files: 'upload',
  }),
  /** By its id, its sign, or an address that contains its sign. */
  deleteAttachment: write('visitor', { file_id: idOr0, sign: text(), file_url: text(2000), ...keys }, z.object({ file_id: digits })),
  /** Database tables as lines of tab-separated values, each list with a header line. Returns one line of text. */
  updateDbItem: write(
    'visitor',
    {
      ...path,
      table_info: text(CONTENT_CHARS_MAX),
      table_detail: text(CONTENT_CHARS_MAX),
      table_index: text(CONTENT_CHARS_MAX),
      s_number: order,
      ...keys,
    },
    bytes,
    { body: CONTENT_BODY_BYTES_MAX },
  ),
  fromComments: generate,
  ...openSource,
  ...openTruth,
}

/** Older path of the same call. */
export const fromComments = { generate }
