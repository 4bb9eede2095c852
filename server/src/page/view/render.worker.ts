import type { ApiServer } from '@sheaf/description/call'
import type { ScreenText } from '@sheaf/description/compose'
import type { FieldMark } from '@sheaf/description/field-marks'
import { renderPage } from '@sheaf/description/view'
import { type RenderOptions, render } from '@sheaf/markdown'
import { boundedTask } from '../../runtime/bounded-task.ts'
import { sheetHtml } from '../sheet/sheet-html.ts'

interface Task {
  text: string
  options: RenderOptions
  isSheet?: boolean
  /** The page is for the screen: calls of an API get their view, which exports and prints do not have. */
  isScreen?: boolean
  calls?: ScreenText['calls']
  schemas?: ScreenText['schemas']
  /** Fields that are new or changed lately. */
  marks?: FieldMark[]
  /** The environments of the item that its readers see. */
  environments?: ApiServer[]
}

export default boundedTask(({ text, options, isSheet, isScreen, calls = [], schemas = {}, marks = [], environments = [] }: Task) => {
  if (isSheet) return sheetHtml(text)
  const byInfo = new Map(calls)
  if (!isScreen) return render(text, options)
  const links = new Map(
    Object.entries(schemas).map(([name, one]) => [name, { names: new Set(one.names), address: `${options.base ?? ''}${one.address}` }]),
  )
  return renderPage(text, {
    ...options,
    marks,
    environments,
    calls: (info) => byInfo.get(info.trim()),
    schemas: (info) => links.get(info.trim().split(/[ \t]+/)[1] ?? ''),
  })
})
