/**
 * What of a pino logger is used here, so that any logger of that shape can be injected. Errors are
 * logged as `err`, by which pino knows them.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** The same logger, which adds `fields` to every line. */
  child(fields: object): Logger;
}

const ignore = () => {};

/** The default: a library says nothing unless it is asked to. */
export const silentLogger: Logger = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  child: () => silentLogger,
};
