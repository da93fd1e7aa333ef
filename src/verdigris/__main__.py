"""`python -m verdigris`: the same as the `verdigris` command."""

from verdigris.cli.main import main

if __name__ == "__main__":
    main()
