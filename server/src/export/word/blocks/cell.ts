import type { Page } from '../page.ts'
import type { Node, Place } from '../types.ts'
import { gap, leadXml } from './paragraph.ts'
import { isElement } from './tree.ts'

/** The content of a cell, which has to end with a paragraph. */
export function writeCell(page: Page, nodes: Node[], place: Place): string {
  const xml = page.blocks(page, nodes, place)
  return xml.endsWith('</w:p>') ? xml : `${xml}<w:p>${place.style ? `<w:pPr><w:pStyle w:val="${place.style}"/></w:pPr>` : ''}</w:p>`
}

interface Box {
  /** Of the line at its left. */
  line: string
  fill: string
}

const BOX_DEPTH_MAX = 5

/** Blocks in a shaded box: a table of one cell, because that holds lists, code and tables alike. */
export function boxXml(page: Page, { line, fill }: Box, head: string, nodes: Node[], place: Place): string {
  if (place.boxes >= BOX_DEPTH_MAX || page.inNote) return head + page.blocks(page, nodes, place)
  const { lead: _lead, align: _align, style: _style, ...around } = place
  const inside = { ...around, indent: 0, lists: 0, boxes: place.boxes + 1, width: place.width - 400 }
  const isEmpty = nodes.every((node) => !isElement(node) && node.trim() === '')
  const side = (name: string) => `<w:${name} w:val="nil"/>`
  const borders = `${side('top')}<w:left w:val="single" w:sz="24" w:space="0" w:color="${line}"/>${side('bottom')}${side('right')}`
  return (
    leadXml(place) +
    `<w:tbl><w:tblPr><w:tblW w:w="${place.width}" w:type="dxa"/><w:tblInd w:w="${place.indent}" w:type="dxa"/>` +
    `<w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:top w:w="100" w:type="dxa"/>` +
    '<w:left w:w="200" w:type="dxa"/><w:bottom w:w="60" w:type="dxa"/><w:right w:w="200" w:type="dxa"/></w:tblCellMar></w:tblPr>' +
    `<w:tblGrid><w:gridCol w:w="${place.width}"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="${place.width}" w:type="dxa"/>` +
    `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/></w:tcPr>${head}` +
    `${isEmpty && head ? '' : writeCell(page, nodes, inside)}</w:tc></w:tr></w:tbl>${gap}`
  )
}
