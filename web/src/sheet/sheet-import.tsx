import { readSheets, type StoredSheet } from '@sheaf/contract/sheet'
import { extentOf, nameOf } from '@sheaf/contract/sheet-text'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useDrop } from '../ui/file-drop.ts'
import { FieldError } from '../ui/forms/form-foot.tsx'
import { toast } from '../ui/toast.tsx'
import { sheetEditWords } from './sheet-edit.words.ts'
import type { SheetState } from './state.ts'
import type { Imported } from './xlsx/read.ts'
import type { OmittedContent } from './xlsx/sheet-read.ts'
import { importFile } from './xlsx/worker-client.ts'
import { ImportRefused } from './xlsx/zip.ts'

/** Appends sheets to a spreadsheet and gives each a unique name. */
export function appendSheets(text: string, more: StoredSheet[]): string {
  const there = readSheets(text) ?? []
  const filled = there.filter((sheet) => extentOf(sheet).cells > 0 || there.length > 1)
  const names = new Set(filled.map(nameOf))
  const added = more.map((sheet) => {
    const plain = nameOf(sheet)
    let name = plain
    for (let n = 2; names.has(name); n++) name = `${plain} (${n})`
    names.add(name)
    return { ...sheet, name }
  })
  return JSON.stringify([...filled, ...added])
}

type Words = (typeof sheetEditWords)['en']

const leftText = (left: OmittedContent, t: Words) => {
  if (left.kind === 'rows') return t.leftRows(left.sheet, left.count)
  if (left.kind === 'columns') return t.leftColumns(left.sheet, left.count)
  if (left.kind === 'formulas') return t.leftFormulas(left.count)
  return { macros: t.leftMacros, links: t.leftLinks, pictures: t.leftPictures }[left.kind]
}

/** Reads a chosen file in a worker and shows a summary before it changes the spreadsheet. Nothing is saved. */
export function SheetImport({ work, onClose }: { work: SheetState; onClose: () => void }) {
  const t = useWords(sheetEditWords)
  const field = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [found, setFound] = useState<Imported>()
  const [failed, setFailed] = useState('')
  const { over, zone } = useDrop(({ files }) => files[0] && setFile(files[0]))
  const isEmpty = (readSheets(work.read()) ?? []).every((sheet) => extentOf(sheet).cells === 0)

  useEffect(() => {
    if (!file) return
    const stop = new AbortController()
    setFound(undefined)
    setFailed('')
    importFile(file, stop.signal).then(setFound, (error: unknown) => {
      if (!stop.signal.aborted) setFailed(error instanceof ImportRefused ? t[error.reason] : t.broken)
    })
    return () => stop.abort()
  }, [file, t])

  const put = (text: string) => {
    const previous = work.read()
    work.replace(text)
    toast(t.imported(file?.name ?? ''), 'ok', { detail: t.importedDetail, action: { text: t.undo, run: () => work.replace(previous) } })
    onClose()
  }
  return (
    <Dialog
      title={file ? t.importTitle(file.name) : t.importFrom}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {t.cancel}
          </button>
          {found && !isEmpty && (
            <button type="button" className="btn" onClick={() => put(appendSheets(work.read(), found.sheets))}>
              {t.add}
            </button>
          )}
          {found && (
            <button type="button" className="btn primary" data-autofocus onClick={() => put(JSON.stringify(found.sheets))}>
              {isEmpty ? t.importNow : t.replace}
            </button>
          )}
        </>
      }
    >
      {!found && (
        <button type="button" className={over ? 'sheet-drop over' : 'sheet-drop'} onClick={() => field.current?.click()} {...zone}>
          {file && !failed ? t.reading : t.choose}
          <small>{t.kinds}</small>
        </button>
      )}
      <input
        ref={field}
        type="file"
        hidden
        aria-label={t.importFrom}
        accept=".xlsx,.xlsm,.xls,.csv,.tsv,.txt"
        onChange={(event) => setFile(event.target.files?.[0])}
      />
      {file && !found && !failed && <div className="progress" role="progressbar" aria-label={t.reading} />}
      {failed && (
        <FieldError>
          {t.importFailed}: {failed}
        </FieldError>
      )}
      {found && (
        <>
          <p>{t.importSheets(found.sheets.length)}</p>
          <ul className="sheet-found">
            {found.sheets.slice(0, 12).map((sheet) => {
              const { rows, columns } = extentOf(sheet)
              return (
                <li key={nameOf(sheet)}>
                  <b className="cut">{nameOf(sheet)}</b> <span>{t.importSize(rows, columns)}</span>
                </li>
              )
            })}
          </ul>
          {!isEmpty && <p className="help">{t.replaceNote}</p>}
          {found.left.length > 0 && (
            <ul className="line-note sheet-left" role="status">
              {found.left.map((left) => (
                <li key={JSON.stringify(left)}>{leftText(left, t)}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </Dialog>
  )
}
