/** Functions that access data outside the file or start a program. */
const outside = /\b(CALL|REGISTER(\.ID)?|EXEC|DDE|WEBSERVICE|RTD|FILTERXML|IMAGE|IMPORT\w+|SQL\.REQUEST|CUBE\w+)\s*\(/i

/**
 * Whether a formula only uses cells of this workbook. Refused are links to other files `[1]Sheet!A1`, tables `Table1[Price]`, DDE
 * `cmd|'/c calc'!A0`, program calls and URLs. Quoted text can contain anything.
 */
export function isPlainFormula(formula: string): boolean {
  const bare = formula.replace(/"(?:[^"]|"")*"/g, '""')
  return formula.length <= 8192 && !/[[\]|]/.test(bare) && !outside.test(bare) && !/(file|https?):/i.test(bare)
}

/** Removes the prefixes of newer functions, which occur only in files. */
export const plainNames = (formula: string) => formula.replace(/_xlfn\.(_xlws\.)?|_xlws\./g, '')
