import type { Answer } from '@sheaf/contract/client'

/** An item as far as the people on it need it. */
export type MemberItem = Pick<Answer<'item', 'detail'>, 'item_id' | 'item_name' | 'item_type' | 'uid' | 'username'>
