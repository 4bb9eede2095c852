import { nameOf, oneLine } from '@sheaf/contract/limits'
import { withoutExtension } from '../../import-plan/name.ts'
import type { Plan, PlanCatalog, Skipped, TextFile } from '../../import-plan/plan.ts'
import { isObject } from '../../import-plan/text-format.ts'
import { CallPages } from '../call-pages.ts'
import { listOf, type Shape, shapeOf, textOf } from '../postman/fields.ts'
import { callOf } from './call.ts'
import { type Exchange, exchangeOf, isStatic, type Template, templateOf } from './exchange.ts'

interface Group {
  template: Template
  all: Exchange[]
}

/** Groups recorded exchanges by host, then by method and path. Reports entries that are not API calls. */
function grouped(entries: unknown[], skipped: Skipped[]): Map<string, Map<string, Group>> {
  const hosts = new Map<string, Map<string, Group>>()
  for (const [n, entry] of entries.entries()) {
    const exchange = isObject(entry) ? exchangeOf(entry) : undefined
    if (!exchange) {
      const url = isObject(entry) ? textOf(shapeOf(entry['request'])['url']) : ''
      skipped.push({ name: oneLine(url || `#${n + 1}`), reason: url ? 'unsupported' : 'shape' })
      continue
    }
    const { method, host, path } = exchange
    if (isStatic(method, path, entry as Shape)) {
      skipped.push({ name: oneLine(`${method} ${exchange.origin}${path}`), reason: 'static' })
      continue
    }
    const template = templateOf(path)
    const calls = hosts.get(host) ?? new Map<string, Group>()
    hosts.set(host, calls)
    const key = `${method} ${template.path}`
    const known = calls.get(key)
    if (known) known.all.push(exchange)
    else calls.set(key, { template, all: [exchange] })
  }
  return hosts
}

/** Reports how many exchanges were merged into one call. */
function reportMerged(key: string, all: Exchange[], skipped: Skipped[]): void {
  const shown = new Set(all.map(({ status }) => status)).size
  if (all.length > shown) skipped.push({ name: oneLine(`${key} ×${all.length}`), reason: 'merged' })
}

/** Plans an item from a HAR recording: a catalog per host and a page per call. Never throws, for any content of the file. */
export function planHar(value: Shape, file: TextFile): Plan {
  const skipped: Skipped[] = []
  const pages = new CallPages(file, skipped)
  const root: PlanCatalog = { name: '', order: 0, pages: [], catalogs: [] }
  for (const [host, calls] of grouped(listOf(shapeOf(value['log'])['entries']), skipped)) {
    const catalog: PlanCatalog = { name: nameOf(host), order: pages.next(), pages: [], catalogs: [] }
    for (const [key, { template, all }] of calls) {
      const place = `${host} / ${key}`
      const reported = new Set<string>()
      const report = (reason: Skipped['reason']) => (name: string) => {
        if (!reported.has(reason + name)) skipped.push({ name: oneLine(name ? `${place}: ${name}` : place), reason })
        reported.add(reason + name)
      }
      const call = callOf(all, template, { masked: report('masked'), long: () => report('size')('') })
      reportMerged(place, all, skipped)
      const page = pages.call(key, place, call)
      if (page) catalog.pages.push(page)
    }
    root.catalogs.push(catalog)
  }
  return { item_name: nameOf(withoutExtension(file.name), 'HAR'), item_description: '', item_type: 1, root, files: new Map(), skipped }
}
