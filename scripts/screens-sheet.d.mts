import type { Page } from 'playwright-core'

export function cell(page: Page, row: number, column: number, options?: { button?: 'right' }): Promise<void>
export const sheetPanels: Record<string, (page: Page) => Promise<void>>
