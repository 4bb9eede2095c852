import { fieldXml } from '../package/xml.ts'
import type { Page } from '../page.ts'
import { runXml } from './look.ts'

const mark = '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>'
const raised = '<w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>'

/** Writes a footnote beside the text. */
function addNote(page: Page, id: number, number: number) {
  const note = page.notes.get(id)!
  const lead = { numbering: '', hanging: false, runs: mark, used: false }
  const inNote = { ...page, inNote: true }
  const place = { width: 9000, indent: 0, lists: 0, boxes: 9, style: 'FootnoteText', lead }
  const xml = page.blocks(inNote, note.children, place)
  page.book.notes.add(`<w:footnote w:id="${number}">${xml || `<w:p>${mark}</w:p>`}</w:footnote>`)
}

/** The mark of a footnote; one that was named before is only pointed to. */
export function referenceXml(page: Page, id: number): string {
  const known = page.written.get(id)
  if (page.inNote || !page.notes.has(id)) return runXml(`[${id + 1}]`, { raised: 'superscript' })
  if (known !== undefined) return fieldXml(`NOTEREF _note${known} \\h`, String(known), raised)
  const number = page.book.next('note')
  page.written.set(id, number)
  addNote(page, id, number)
  const bookmark = page.book.next('bookmark')
  return (
    `<w:bookmarkStart w:id="${bookmark}" w:name="_note${number}"/>` +
    `<w:r>${raised}<w:footnoteReference w:id="${number}"/></w:r><w:bookmarkEnd w:id="${bookmark}"/>`
  )
}
