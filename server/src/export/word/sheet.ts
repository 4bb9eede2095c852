/* A4 in twips, 1440 to the inch. */
export const SHEET = { width: 11906, height: 16838, top: 1440, side: 1304 }
export const TEXT_WIDTH = SHEET.width - 2 * SHEET.side
export const TEXT_HEIGHT = SHEET.height - 2 * SHEET.top
