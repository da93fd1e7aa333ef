"""Statistics of measurements that arrive one by one."""
