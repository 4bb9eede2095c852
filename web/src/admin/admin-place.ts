import { useSearchParams } from 'react-router'

/** SPEC 9; more at once for those who want it. */
export const SIZES = [7, 20, 50]

/** Filters, page and rows of a list live in the address, so that a reload and the way back find them again. */
export function useListParams<const Name extends string>(names: readonly Name[]) {
  const [address, setAddress] = useSearchParams()
  const filter = Object.fromEntries(names.map((name) => [name, address.get(name) ?? ''])) as Record<Name, string>
  const page = Math.max(1, Number.parseInt(address.get('page') ?? '1', 10) || 1)
  const given = Number(address.get('count'))
  const size = SIZES.includes(given) ? given : (SIZES[0] as number)

  const go = (change: Record<string, string>, replace: boolean) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name)
        return next
      },
      { replace },
    )
  return {
    filter,
    page,
    size,
    filtered: names.some((name) => filter[name] !== ''),
    /** Another filter begins at its first page. */
    find: (change: Partial<Record<Name, string>>) => go({ ...(change as Record<string, string>), page: '' }, true),
    showAll: () => go({ ...Object.fromEntries(names.map((name) => [name, ''])), page: '' }, true),
    turn: (to: number, replace = false) => go({ page: to > 1 ? String(to) : '' }, replace),
    resize: (count: number) => go({ count: count === SIZES[0] ? '' : String(count), page: '' }, true),
  }
}
