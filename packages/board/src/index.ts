export { Board, type BoardOptions } from './model/board.ts'
export type { BoardFile } from './model/board-file.ts'
export { createReport } from './pages/report.ts'
export { type BoardServer, serveBoard, type ServeOptions } from './server/serve-board.ts'
