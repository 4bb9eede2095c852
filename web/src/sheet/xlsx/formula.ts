/** Functions that reach out of the file or start something. */
const outside = /\b(CALL|REGISTER(\.ID)?|EXEC|DDE|WEBSERVICE|RTD|FILTERXML|IMAGE|IMPORT\w+|SQL\.REQUEST|CUBE\w+)\s*\(/i

/**
 * A formula that reckons with this workbook alone. Not so: links to other files `[1]Sheet!A1`, tables `Table1[Price]`, DDE
 * `cmd|'/c calc'!A0`, calls of programs and addresses. Texts between quotes may hold anything.
 */
export function isPlainFormula(formula: string): boolean {
  const bare = formula.replace(/"(?:[^"]|"")*"/g, '""')
  return formula.length <= 8192 && !/[[\]|]/.test(bare) && !outside.test(bare) && !/(file|https?):/i.test(bare)
}

/** Without the marks of newer functions, which only files carry. */
export const plainNames = (formula: string) => formula.replace(/_xlfn\.(_xlws\.)?|_xlws\./g, '')
