// `waypost/node`: everything that needs Node – files, module loading, static files, the `node:http` adapter.

export { createApplication, type Application, type ApplicationOptions } from './serving/application.js';
export { loadRoutes, type LoadOptions } from './modules/load.js';
export { RoutesFileError } from './files/routes-file.js';
export { toNodeListener, type ListenerOptions, type Next, type NodeListener } from './serving/listener.js';
export { serve, type RunningServer, type ServeOptions } from './serving/serve.js';
export { fromConnect, type ConnectMiddleware } from './serving/from-connect.js';
export { fromNodeListener } from './serving/run-listener.js';
export { nodeRequest } from './serving/node-request.js';
export {
  StaticFiles,
  StaticRootError,
  type StaticFilesArguments,
  type StaticFilesOptions,
} from './static/static-files.js';
export { RequestLogger, type RequestLog, type RequestLoggerArguments } from './serving/request-logger.js';
export { Rescue, type RescueArguments } from './serving/rescue.js';
export type { ApplicationFiles } from './files/routes-file.js';
export type { CacheLimits } from './static/kept-bytes.js';
