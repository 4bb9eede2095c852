import { type Packed, unpack } from '../../page/page.history.pack.ts'

/** States of the same page follow one another and stand on the same base. */
const KEPT = 8

/** The text of kept states; a base is unpacked once for those that follow. */
export function stateReader(baseOf: (page_history_id: number) => Promise<Packed | undefined>) {
  const bases = new Map<number, Buffer>()
  async function base(id: number): Promise<Buffer> {
    const known = bases.get(id)
    if (known) return known
    const row = await baseOf(id)
    if (!row) throw new Error(`kept state ${id} is missing`)
    const content = await unpack(row)
    if (bases.size >= KEPT) bases.delete(bases.keys().next().value as number)
    bases.set(id, content)
    return content
  }
  return async (row: Packed) => (await unpack(row, row.base_id ? await base(row.base_id) : undefined)).toString()
}
