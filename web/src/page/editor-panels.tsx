import { type ComponentType, lazy, Suspense } from 'react'
import type { PanelName, PanelProps, Sitting } from './editor-sitting.ts'

const panel = (load: () => Promise<ComponentType<PanelProps>>) => lazy(() => load().then((component) => ({ default: component })))

const panels: Partial<Record<PanelName, ComponentType<PanelProps>>> = {
  files: panel(() => import('./editor-files.tsx').then((module) => module.EditorFiles)),
  library: panel(() => import('./editor-library.tsx').then((module) => module.EditorLibrary)),
  pictures: panel(() => import('./editor-library.tsx').then((module) => module.EditorPictures)),
  history: panel(() => import('./history-panel.tsx').then((module) => module.HistoryPanel)),
  mock: panel(() => import('./mock-panel.tsx').then((module) => module.MockPanel)),
  templates: panel(() => import('./template-dialog.tsx').then((module) => module.TemplateDialog)),
  saveTemplate: panel(() => import('./template-save-dialog.tsx').then((module) => module.TemplateSaveDialog)),
  pageLink: panel(() => import('./page-link-dialog.tsx').then((module) => module.PageLinkDialog)),
  jsonTable: panel(() => import('./json-dialog.tsx').then((module) => module.JsonTableDialog)),
  jsonFormat: panel(() => import('./json-dialog.tsx').then((module) => module.JsonFormatDialog)),
  sql: panel(() => import('./sql-dialog.tsx').then((module) => module.SqlDialog)),
  shortcuts: panel(() => import('./editor-shortcuts.tsx').then((module) => module.EditorShortcuts)),
  sort: panel(() => import('./page-sort-panel.tsx').then((module) => module.PageSortPanel)),
}

/** The panel or dialog that is open; each is loaded when it opens first. */
export function EditorPanels({ sitting }: { sitting: Sitting }) {
  const Panel = sitting.panel && panels[sitting.panel]
  if (!Panel) return null
  return (
    <Suspense>
      <Panel sitting={sitting} onClose={() => sitting.show(undefined)} />
    </Suspense>
  )
}
