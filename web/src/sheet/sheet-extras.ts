import type { Sheet } from '@fortune-sheet/core'

/** What a sheet of the grid has and the stored form has no place for, with the names under which it is kept. */
const names = {
  color: 'color',
  hidden: 'hide',
  links: 'hyperlink',
  checks: 'dataVerification',
  conditions: 'luckysheet_conditionformat_save',
  filterArea: 'filter_select',
  filter: 'filter',
  gridLines: 'showGridLines',
  zoom: 'zoomRatio',
} as const satisfies Record<string, keyof Sheet>

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0) || value === ''

/** The grid goes through these lists without looking first. */
const fits: Record<keyof typeof names, (value: unknown) => boolean> = {
  color: (value) => typeof value === 'string',
  hidden: (value) => value === 1,
  links: isObject,
  checks: (value) => isObject(value) && Object.values(value).every(isObject),
  conditions: (value) => Array.isArray(value) && value.every((one) => isObject(one) && Array.isArray(one['cellrange'])),
  filterArea: (value) => isObject(value) && Array.isArray(value['row']) && Array.isArray(value['column']),
  filter: isObject,
  gridLines: (value) => value === 0 || value === 1 || typeof value === 'boolean',
  zoom: (value) => typeof value === 'number' && value >= 0.1 && value <= 4,
}

type Name = keyof typeof names
const every = Object.entries(names) as [Name, keyof Sheet][]

export const readExtras = (kept: Record<string, unknown> | undefined): Partial<Sheet> =>
  Object.fromEntries(every.flatMap(([name, key]) => (fits[name](kept?.[name]) ? [[key, structuredClone(kept?.[name])]] : [])))

/** Everything else under our key stays as it is. */
export function writeExtras(sheet: Sheet, kept: Record<string, unknown> | undefined) {
  const rest = Object.entries(kept ?? {}).filter(([name]) => !(name in names) || !fits[name as Name](kept?.[name]))
  const now = every.flatMap(([name, key]) => {
    const value = sheet[key]
    const plain = (name === 'gridLines' && (value === 1 || value === true)) || (name === 'zoom' && value === 1)
    return isEmpty(value) || plain || !fits[name](value) ? [] : [[name, value]]
  })
  const all = [...rest, ...now]
  return all.length > 0 ? { sheaf: Object.fromEntries(all) as Record<string, unknown> } : {}
}
