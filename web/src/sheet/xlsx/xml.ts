const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What XML cannot hold, Excel writes as _x0001_. */
export const xml = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[&<>"]/g, (sign) => signs[sign] as string)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0')}_`)

export const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const packages = 'http://schemas.openxmlformats.org/package/2006'
