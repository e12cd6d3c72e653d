// The Oracle: how soon an answer begins, how soon a document can be searched, and how long a search over 10,000 pages takes.
import { measureAnswers } from './support/answering.ts'
import { measureSearch } from './support/library.ts'
import { startProduct } from './support/product.ts'
import { measureReading, openOracle } from './support/reading.ts'
import { title } from './support/report.ts'

const CODE = 'open-oracle'

title('oracle', 'questions answered, and documents read and searched')
await measureAnswers()
await measureSearch()
{
  await using product = await startProduct({ ACCESS_CODE_ORACLE: CODE })
  await measureReading(product, await openOracle(product, CODE))
}
