import { attachment } from './attachment/attachment.ts'
import { catalog } from './catalog/catalog.ts'
import { common, ScriptCron, update } from './common/common.ts'
import { imports } from './import/import.ts'
import { item } from './item/item.ts'
import type { Rooms } from './lib/context.ts'
import { page } from './page/page.ts'
import { user } from './user/user.ts'

/** Every room; a call without a handler does not compile. */
export const rooms: Rooms = { common, ScriptCron, update, user, item, catalog, page, attachment, import: imports }
