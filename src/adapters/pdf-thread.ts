import { join } from 'node:path'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { answerInBackground } from '../platform/background-thread.ts'
import { PRINT_FONT_FILES, printFontsFor } from '../platform/fonts.ts'

/**
 * A document to render: its template, its content, the files that the content names, and the layouts to try, each as the
 * template's inputs. The first layout that fits in `mostPages` wins, else the last.
 */
export type PdfLayout = {
  template: 'pages' | 'table' | 'notice' | 'flyer'
  /** Date of the document as in RFC 3339. */
  preparedAt: string
  content: object
  files?: Record<string, Uint8Array | string>
  layouts?: Record<string, string>[]
  /** Maximum number of pages before we try the next layout. One by default. */
  mostPages?: number
}

/** After how many documents the compiler drops a cached layout. */
const KEPT_DOCUMENTS = 10

// A template can read only files in this folder.
const folder = join(import.meta.dirname, 'pdf')
const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: PRINT_FONT_FILES }] })

answerInBackground(async ({ template, preparedAt, content, files = {}, layouts = [{}], mostPages = 1 }: PdfLayout) => {
  const json = JSON.stringify(content)
  const shadows = { ...files, 'data.json': json }
  for (const [name, bytes] of Object.entries(shadows)) compiler.mapShadow(join(folder, name), Buffer.from(bytes))
  try {
    const fonts = JSON.stringify(printFontsFor(json))
    let document = compile(template, { ...layouts[0], fonts })
    for (const layout of layouts.slice(1))
      if (document.numOfPages > mostPages) document = compile(template, { ...layout, fonts })
    return write(document, Date.parse(preparedAt) / 1000)
  } finally {
    for (const name of Object.keys(shadows)) compiler.unmapShadow(join(folder, name))
    compiler.evictCache(KEPT_DOCUMENTS)
  }
})

function compile(template: string, inputs: Record<string, string>): NodeTypstDocument {
  const compiled = compiler.compile({ mainFilePath: join(folder, `${template}.typ`), inputs })
  const error = compiled.takeError()
  if (error || !compiled.result)
    throw new Error(`${template}: ${JSON.stringify(error && compiler.fetchDiagnostics(error))}`)
  return compiled.result
}

/** Writes PDF/UA-1, which needs a glyph for every letter. Without one, writes a PDF that is still tagged. */
function write(document: NodeTypstDocument, creationTimestamp: number): Uint8Array {
  try {
    return compiler.pdf(document, { pdfStandard: 'ua-1', creationTimestamp })
  } catch (error) {
    if (!String(error).includes('could not be displayed')) throw error
    return compiler.pdf(document, { creationTimestamp })
  }
}
