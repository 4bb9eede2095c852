import { lineAt, SHEET_COL_WIDTH, type StoredSheet } from '@sheaf/contract/sheet'
import { nameOfPlace, placeNamed } from '../book/places.ts'
import { head, office, packages, xml } from './xml.ts'

export function columnsOf({ cols }: StoredSheet) {
  const list = Object.keys(cols ?? {}).flatMap((key) => {
    const line = /^\d{1,3}$/.test(key) ? lineAt(cols, Number(key)) : undefined
    if (!line?.width && !line?.hide) return []
    const width = Math.round(((Number(line.width) || SHEET_COL_WIDTH) / 7) * 100) / 100
    const at = Number(key) + 1
    return [`<col min="${at}" max="${at}" width="${width}" customWidth="1"${line.hide ? ' hidden="1"' : ''}/>`]
  })
  return list.length > 0 ? `<cols>${list.join('')}</cols>` : ''
}

export function viewOf({ freeze }: StoredSheet, isFirst: boolean) {
  const { r, c } = placeNamed(freeze) ?? { r: 0, c: 0 }
  const selected = isFirst ? ' tabSelected="1"' : ''
  if (r === 0 && c === 0) return `<sheetViews><sheetView workbookViewId="0"${selected}/></sheetViews>`
  const pane = r && c ? 'bottomRight' : r ? 'bottomLeft' : 'topRight'
  const split = `${c ? ` xSplit="${c}"` : ''}${r ? ` ySplit="${r}"` : ''}`
  return `<sheetViews><sheetView workbookViewId="0"${selected}><pane${split} topLeftCell="${nameOfPlace({ r, c })}" activePane="${pane}" state="frozen"/></sheetView></sheetViews>`
}

export function mergesOf(sheet: StoredSheet) {
  const areas = (Array.isArray(sheet.merges) ? sheet.merges : []).filter(
    (name) => typeof name === 'string' && /^[A-Z]{1,3}\d{1,6}:[A-Z]{1,3}\d{1,6}$/.test(name),
  )
  return areas.length > 0
    ? `<mergeCells count="${areas.length}">${areas.map((area) => `<mergeCell ref="${area}"/>`).join('')}</mergeCells>`
    : ''
}

/** Addresses somebody has put on cells, as relations of the sheet. */
export function linksOf({ sheaf }: StoredSheet) {
  const found = Object.entries((sheaf?.['links'] ?? {}) as Record<string, { linkAddress?: unknown }>).flatMap(([key, link]) => {
    const [, r, c] = /^(\d{1,6})_(\d{1,3})$/.exec(key) ?? []
    const to = link?.linkAddress
    return r && c && typeof to === 'string' && /^(https?:\/\/|mailto:)/i.test(to)
      ? [{ name: nameOfPlace({ r: Number(r), c: Number(c) }), to }]
      : []
  })
  if (found.length === 0) return { inside: '', relations: undefined }
  return {
    inside: `<hyperlinks>${found.map(({ name }, at) => `<hyperlink ref="${name}" r:id="rId${at + 1}"/>`).join('')}</hyperlinks>`,
    relations: `${head}<Relationships xmlns="${packages}/relationships">${found.map(({ to }, at) => `<Relationship Id="rId${at + 1}" Type="${office}/hyperlink" Target="${xml(to)}" TargetMode="External"/>`).join('')}</Relationships>`,
  }
}
