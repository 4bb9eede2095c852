/** Extensions of files inside a zip that are taken along when a page refers to them; nothing that runs in a browser. */
const IMPORT_FILE_KINDS: ReadonlySet<string> = new Set(
  [
    'jpg jpeg png gif webp bmp',
    'pdf doc docx xls xlsx ppt pptx odt ods odp rtf',
    'txt log csv tsv json yaml yml toml sql',
    'zip 7z rar gz tgz',
    'mp4 webm mov mp3 ogg wav m4a',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a file of this name may be taken along. */
export const isImportable = (name: string) => IMPORT_FILE_KINDS.has(/\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
