"""Run the command line with ``python -m gennaker``."""

from gennaker.cli.main import main

if __name__ == "__main__":
    main()
