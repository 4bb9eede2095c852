import type { Answer } from '@sheaf/contract/client'

/** A move from ShowDoc, as far as it is. */
export type Migration = Answer<'adminShowdoc', 'progress'>
