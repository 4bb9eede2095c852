import { Refusal } from '@sheaf/contract'

const MIB = 1024 * 1024
/** Entries of one zip, folders and everything ignored included. */
export const MAX_ENTRIES = 100_000
/** Bytes of all Markdown texts of one zip: they are held in memory until they are saved. */
export const MAX_TEXT = 256 * MIB

/** Bytes that a zip of `size` bytes may hold when unpacked (SECURITY 2.1). */
export const unpackLimit = (size: number) => Math.max(10 * size, 256 * MIB)

/** The refusal of a zip that passes `bytes` when unpacked. */
export const tooManyBytes = (bytes: number) => new Refusal('importTooBig', { limit: `${Math.round(bytes / MIB)} MiB` })

/** The refusal of a zip with too many entries. */
export const tooManyEntries = () => new Refusal('importTooBig', { limit: `${MAX_ENTRIES}` })
