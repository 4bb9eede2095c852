import { plural, words } from '../../lib/words.ts'

export const formatWords = words({
  en: {
    tools: 'Format tools',
    jsonTable: 'JSON to a table…',
    beautify: 'Beautify JSON',
    sql: 'SQL to a data dictionary…',
    sheet: 'Table from a spreadsheet',

    jsonTitle: 'JSON to a table of fields',
    jsonText: 'An example of the request or the answer. A list is described by its first element.',
    jsonLabel: 'JSON',
    jsonWrong: 'This is not valid JSON',
    jsonPlace: (line: number, column: number) => `line ${line}, column ${column}`,
    jsonNoFields: 'There are no fields in this JSON. Paste an object or a list of objects.',
    insertTable: 'Insert the table',

    beautifyTitle: 'Beautify JSON',
    beautifyText: 'It goes into the page as a code block.',
    insertCode: 'Insert as code',
    unchanged: (place: string) => `Left as it is: this is not valid JSON (${place})`,
    alreadyPretty: 'This JSON is neat already',

    sqlTitle: 'SQL to a data dictionary',
    sqlText: 'CREATE TABLE statements of MySQL, PostgreSQL, SQL Server, Oracle or SQLite, as many as you like, with their comments.',
    sqlLabel: 'SQL',
    sqlNone: 'There is no CREATE TABLE with columns in this text.',
    sqlFound: (count: number) => plural(count, 'table', 'tables'),
    insertSql: 'Insert',
    cancel: 'Cancel',

    sheetHint: 'Copy the cells, then paste them into the text',
    sheetDetail: 'Cells from Excel, LibreOffice or Google Sheets become a table when you paste them.',
    sheetNone: 'There are no cells on the clipboard',
  },
  zh: {
    tools: '格式工具',
    jsonTable: 'JSON 转表格…',
    beautify: 'JSON 美化',
    sql: 'SQL 转数据字典…',
    sheet: '粘贴电子表格',

    jsonTitle: 'JSON 转参数表格',
    jsonText: '粘贴请求或返回的示例。数组以第一个元素为准。',
    jsonLabel: 'JSON',
    jsonWrong: 'Json解析失败',
    jsonPlace: (line: number, column: number) => `第 ${line} 行，第 ${column} 列`,
    jsonNoFields: '这段 JSON 中没有字段，请粘贴对象或对象数组。',
    insertTable: '插入表格',

    beautifyTitle: 'JSON 美化',
    beautifyText: '美化后以代码块插入页面。',
    insertCode: '插入代码块',
    unchanged: (place: string) => `Json解析失败（${place}），内容保持不变`,
    alreadyPretty: '这段 JSON 已经很整齐',

    sqlTitle: 'SQL 转数据字典',
    sqlText: '粘贴 CREATE TABLE 建表语句，可以有多条，连同注释一起转换。支持 MySQL、PostgreSQL、SQL Server、Oracle 和 SQLite。',
    sqlLabel: 'SQL',
    sqlNone: '没有找到带字段的 CREATE TABLE 语句。',
    sqlFound: (count: number) => `${count} 张表`,
    insertSql: '插入',
    cancel: '取消',

    sheetHint: '复制单元格，再粘贴到正文中',
    sheetDetail: '从 Excel、WPS 或在线表格复制的单元格，粘贴后自动变成表格。',
    sheetNone: '剪贴板中没有单元格',
  },
})
