import { type ComponentType, Suspense } from 'react'
import { lazyPart } from '../ui/frame/lazy-part.tsx'
import type { PanelName, PanelProps, Sitting } from './sitting.ts'

const panels: Partial<Record<PanelName, ComponentType<PanelProps>>> = {
  files: lazyPart(() => import('./upload/files.tsx').then((module) => module.EditorFiles)),
  library: lazyPart(() => import('./library.tsx').then((module) => module.EditorLibrary)),
  pictures: lazyPart(() => import('./library.tsx').then((module) => module.EditorPictures)),
  history: lazyPart(() => import('./history-panel.tsx').then((module) => module.HistoryPanel)),
  mock: lazyPart(() => import('./mock-panel.tsx').then((module) => module.MockPanel)),
  templates: lazyPart(() => import('./template/dialog.tsx').then((module) => module.TemplateDialog)),
  saveTemplate: lazyPart(() => import('./template/save-dialog.tsx').then((module) => module.TemplateSaveDialog)),
  pageLink: lazyPart(() => import('./link/page-link-dialog.tsx').then((module) => module.PageLinkDialog)),
  jsonTable: lazyPart(() => import('./source/json-dialog.tsx').then((module) => module.JsonTableDialog)),
  jsonFormat: lazyPart(() => import('./source/json-dialog.tsx').then((module) => module.JsonFormatDialog)),
  sql: lazyPart(() => import('./source/sql-dialog.tsx').then((module) => module.SqlDialog)),
  shortcuts: lazyPart(() => import('./toolbar/shortcuts.tsx').then((module) => module.EditorShortcuts)),
  sort: lazyPart(() => import('./page-order-panel.tsx').then((module) => module.PageSortPanel)),
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
